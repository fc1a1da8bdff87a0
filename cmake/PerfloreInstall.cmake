# Installs the libraries, their headers, a CMake package and a pkg-config file.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/perflore")

install(TARGETS perflore_parser perflore_indexer perflore_query perflore_options
	EXPORT perflore
	ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
	FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT perflore NAMESPACE perflore:: DESTINATION "${package_dir}")

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/perflore-config.cmake.in"
	"${PROJECT_BINARY_DIR}/perflore-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/perflore-config-version.cmake"
	COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/perflore-config.cmake"
	"${PROJECT_BINARY_DIR}/perflore-config-version.cmake"
	"${CMAKE_CURRENT_LIST_DIR}/PerfloreDependencies.cmake" DESTINATION "${package_dir}")

configure_file("${CMAKE_CURRENT_LIST_DIR}/perflore.pc.in" "${PROJECT_BINARY_DIR}/perflore.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/perflore.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

install(FILES "${PROJECT_SOURCE_DIR}/README.md" "${PROJECT_SOURCE_DIR}/LICENSE"
	DESTINATION "${CMAKE_INSTALL_DOCDIR}")
