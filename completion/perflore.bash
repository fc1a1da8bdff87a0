# SPDX-License-Identifier: GPL-2.0-or-later
# Completion of perflore for bash. Commands and options are asked of the program; values
# and prefixes stand below, and a test compares them with what it takes.

_perflore_what='rows reports messages'
_perflore_sort='best date -date change effect metric'
_perflore_text='all reports none'
_perflore_by='subsystem testcase machine metric function commit month reporter'
_perflore_is='regression improvement changed failure open fixed dismissed disputed worse better
	answered unanswered robot human patch report'
_perflore_prefixes='a: b: c: change: commit: culprit: d: dfn: f: fix: fn: is: l: leaf: m: machine:
	metric: n: nq: param: q: rt: s: stddev: subsys: t: test: value:'
_perflore_queries=' search summary export history new '

_perflore_commands() {
	perflore --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'
}

# Long options of a command, with = where a value follows.
_perflore_options() {
	perflore "$1" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*=\{0,1\}\).*/\1/p'
}

# The values of an option of a command.
_perflore_values() {
	case $2 in
	--what) printf '%s\n' $_perflore_what ;;
	--sort) printf '%s\n' $_perflore_sort ;;
	--text) printf '%s\n' $_perflore_text ;;
	--by) printf '%s\n' $_perflore_by ;;
	--format)
		case $1 in
		parse) printf '%s\n' jsonl ;;
		similar | thread) printf '%s\n' text jsonl ;;
		export) printf '%s\n' jsonl csv ;;
		*) printf '%s\n' text jsonl csv ;;
		esac
		;;
	esac
}

# What stands behind the last quote that is open, with it, goes to quoted.
_perflore_quoted() {
	local at mark= c
	quoted=
	for ((at = 0; at < ${#1}; at++)); do
		c=${1:at:1}
		case $mark$c in
		\' | \") mark=$c quoted=${1:at} ;;
		"''" | '""') mark= quoted= ;;
		esac
	done
}

_perflore() {
	local line=${COMP_LINE:0:COMP_POINT} word command= candidates= whole quoted= front= i
	local -a before
	word=${line##*[[:space:]]}
	# A quote that is open is one word to readline, which puts in what it is given for all
	# behind the quote; in a query the term is what is behind the last blank or parenthesis.
	_perflore_quoted "$line"
	if [ -n "$quoted" ]; then
		word=${quoted#?}
		word=${word##*[[:space:]\(]}
		front=${quoted#?}
		front=${front%"$word"}
	fi
	read -r -a before <<<"${line%"$word"}"
	[ ${#before[@]} -gt 1 ] && command=${before[1]}
	COMPREPLY=()
	if [ -z "$command" ]; then
		candidates="$(_perflore_commands) --help --version"
	else
		case $word in
		--db=* | --repo=* | --maintainers=*)
			COMPREPLY=($(compgen -f -- "${word#*=}"))
			return
			;;
		--*=*)
			for whole in $(_perflore_values "$command" "${word%%=*}"); do
				candidates="$candidates ${word%%=*}=$whole"
			done
			;;
		is:* | -is:*)
			for whole in $_perflore_is; do
				candidates="$candidates ${word%%:*}:$whole"
			done
			;;
		-*) candidates=$(_perflore_options "$command") ;;
		*)
			if [ "${_perflore_queries/ $command /}" != "$_perflore_queries" ]; then
				candidates="$_perflore_prefixes AND OR NOT"
			else
				COMPREPLY=($(compgen -f -- "$word"))
				return
			fi
			;;
		esac
	fi
	COMPREPLY=($(compgen -W "$candidates" -- "$word"))
	if [ -n "$quoted" ]; then
		for i in "${!COMPREPLY[@]}"; do
			COMPREPLY[i]=$front${COMPREPLY[i]}
		done
		# readline closes the quote behind the only word there is; behind a prefix the value
		# comes first.
		case ${#COMPREPLY[@]}${COMPREPLY[0]-} in
		1*:) COMPREPLY+=("${COMPREPLY[0]}...") ;;
		esac
		compopt -o nospace 2>/dev/null || :
		return
	fi
	# What stands before = or : is a word of its own to readline, and stays as it is.
	case $word in
	*[=:]*)
		whole=${word%"${word##*[=:]}"}
		COMPREPLY=("${COMPREPLY[@]#"$whole"}")
		;;
	esac
	case ${COMPREPLY[0]-} in
	*[=:]) compopt -o nospace 2>/dev/null || : ;;
	esac
}
complete -F _perflore perflore
