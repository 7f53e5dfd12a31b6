"""`queuesql completion`: a script that a shell sources."""

from __future__ import annotations

from queuesql.cli import COMMANDS, build_parser
from queuesql.cli_options import write_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("shell", choices=SHELLS, help="the shell that is to complete queuesql")


def run(arguments: Namespace) -> int:
    """Print the script of a shell."""
    options = {command: _options(command) for command in COMMANDS}
    write_text({"bash": _bash, "zsh": _zsh, "fish": _fish}[arguments.shell](options))
    return 0


def _options(command: str) -> dict[str, tuple[str, ...]]:
    """Return the long options of a command with the words that each takes."""
    found: dict[str, tuple[str, ...]] = {}
    for action in build_parser(command)._actions:
        choices = tuple(str(choice) for choice in action.choices or ())
        found |= {option: choices for option in action.option_strings if option.startswith("--")}
        if not action.option_strings and choices:
            found[""] = choices
    return found


def _bash(options: dict[str, dict[str, tuple[str, ...]]]) -> str:
    cases = []
    for command, known in options.items():
        values = "".join(
            f'      {name}) COMPREPLY=($(compgen -W "{" ".join(words)}" -- "$word")); return ;;\n'
            for name, words in known.items()
            if name and words
        )
        cases.append(
            f"    {command})\n"
            + (f'      case "$before" in\n{values}      esac\n' if values else "")
            + f'      words="{" ".join(n for n in known if n)} {" ".join(known.get("", ()))}" ;;\n'
        )
    return f"""\
_queuesql() {{
  local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{" ".join(options)} --help --version" -- "$word"))
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{"".join(cases)}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word"))
}}
complete -o filenames -F _queuesql queuesql
"""


def _zsh(options: dict[str, dict[str, tuple[str, ...]]]) -> str:
    # zsh runs bash's completion functions as they are: https://zsh.sourceforge.io/Doc/Release/Completion-System.html
    return "autoload -U +X bashcompinit && bashcompinit\n" + _bash(options)


def _fish(options: dict[str, dict[str, tuple[str, ...]]]) -> str:
    lines = [f'complete -c queuesql -n __fish_use_subcommand -f -a "{" ".join(options)}"']
    for command, known in options.items():
        seen = f'-n "__fish_seen_subcommand_from {command}"'
        for name, words in known.items():
            if not name:
                lines.append(f'complete -c queuesql {seen} -f -a "{" ".join(words)}"')
            elif words:
                lines.append(f'complete -c queuesql {seen} -l {name[2:]} -x -a "{" ".join(words)}"')
            else:
                lines.append(f"complete -c queuesql {seen} -l {name[2:]}")
    return "\n".join(lines) + "\n"
