"""`queuesql explain`."""

from __future__ import annotations

from queuesql.cli import MISUSE, say
from queuesql.cli_options import write_text
from queuesql.documentation import documentation_body, rule_url
from queuesql.rules import all_rules
from queuesql.topics import find_topic, topic_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from queuesql.rules._base import Rule
    from queuesql.topics import Topic


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "name",
        metavar="NAME",
        help="a rule, a queue function, a queue option, or what stands in brackets after error",
    )


def run(arguments: Namespace) -> int:
    """Print what a name means."""
    rules = all_rules()
    name = arguments.name
    rule = rules.get(name.strip("[]").lower().replace("_", "-"))
    topic = find_topic(name)
    if rule is not None:
        write_text(_explained_rule(rule))
    elif topic is not None:
        write_text(_explained_topic(topic, rules))
    else:
        from queuesql.spelling import did_you_mean

        hint = did_you_mean(name, [*rules, *topic_names()])
        say(f"nothing is called {name!r}{hint}; `queuesql rules` lists the rules")
        return MISUSE
    return 0


def _explained_rule(rule: Rule) -> str:
    fix = {None: "no fix", "safe": "safe fix", "unsafe": "unsafe fix", "sometimes": "fix for some findings"}
    facts = [rule.family, rule.severity.word, fix[rule.fix]]
    if rule.pedantic:
        facts.append("off unless selected")
    body = documentation_body(rule.documentation)
    return f"{rule.name} ({', '.join(facts)})\n\n{body}\n\nPage: {rule_url(rule.name)}\n"


def _explained_topic(topic: Topic, rules: dict[str, Rule]) -> str:
    looked_at = [name for name in topic.rules if name in rules]
    related = f"\n\nRules: {', '.join(looked_at)}" if looked_at else ""
    return f"{topic.name}\n\n{topic.text}{related}\n\nSee: {topic.url}\n"
