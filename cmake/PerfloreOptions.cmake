# Warnings and sanitizers, in one interface target that every target of ours links.
option(PERFLORE_SANITIZE "Build with address and undefined-behaviour sanitizers" OFF)
option(PERFLORE_SANITIZE_THREAD "Build with the thread sanitizer" OFF)
option(PERFLORE_WERROR "Warnings are errors" OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
	set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()

add_library(perflore_options INTERFACE)
target_compile_features(perflore_options INTERFACE c_std_17)
target_compile_definitions(perflore_options INTERFACE _GNU_SOURCE)
target_compile_options(perflore_options INTERFACE
	-Wall -Wextra -Wshadow -Wpointer-arith -Wwrite-strings -fvisibility=hidden
	$<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes -Wstrict-prototypes -Wold-style-definition>
	$<$<BOOL:${PERFLORE_WERROR}>:-Werror>
	$<$<BOOL:${PERFLORE_SANITIZE}>:-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer>
	$<$<BOOL:${PERFLORE_SANITIZE_THREAD}>:-fsanitize=thread>)
target_link_options(perflore_options INTERFACE
	$<$<BOOL:${PERFLORE_SANITIZE}>:-fsanitize=address,undefined>
	$<$<BOOL:${PERFLORE_SANITIZE_THREAD}>:-fsanitize=thread>)
