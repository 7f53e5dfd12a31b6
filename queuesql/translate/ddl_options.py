"""OPTIONS (…) and WITH (…): their values, and which clause an option becomes in the other dialect."""

from __future__ import annotations

from queuesql.dialects.literals import encode_string
from queuesql.source import Span
from queuesql.syntax.literals import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from queuesql.syntax.nodes import Option, Options
    from queuesql.translate.context import StatementContext


def is_true(option: Option) -> bool:
    """Tell whether an option is set to true."""
    return option.value.word == "TRUE"


def option_text(option: Option, context: StatementContext) -> str:
    """Return the text that an option's string literal stands for. Raises `Refused` when it is none."""
    token = option.value.token
    value = decode(token, context.options.source) if token is not None else None
    if not isinstance(value, str):
        raise context.refuse(
            option.span, "option-value", f"`{option.name.value}` needs a string literal here"
        )
    return value


def option_value(option: Option, context: StatementContext) -> str:
    """Return an option's value as the target spells it: a literal, true, false or null."""
    token = option.value.token
    if token is None:
        if option.value.tokens and option.value.tokens[0].value in ("-", "+"):
            return option.value.text
        raise context.refuse(option.span, "option-value", f"the value of `{option.name.value}` is no literal")
    if token.kind == "STRING":
        value = decode(token, context.options.source)
        if not isinstance(value, str):
            raise context.refuse(option.span, "option-value", "this literal can't be read")
        plain = context.script.text[token.start : token.end]
        return plain if _is_plain(plain) else encode_string(value, context.options.target)
    if context.to_postgresql and token.kind == "NUMBER" and token.value[:2] in ("0x", "0X"):
        return str(int(token.value, 16))
    return option.value.text


def _is_plain(literal: str) -> bool:
    """Tell whether a string literal means the same in both dialects."""
    return (
        literal[0] == "'"
        and "\\" not in literal
        and "'" not in literal[1:-1]
        and not literal.startswith("'''")
    )


def translate_option_values(options: Options, context: StatementContext) -> None:
    """Spell the values of all options as the target does, in place."""
    for option in options.items:
        translate_option_value(option, context)


def translate_option_value(option: Option, context: StatementContext) -> None:
    """Spell an option's value as the target does, in place."""
    text = option_value(option, context)
    if text != option.value.text:
        context.replace(option.value.span, text, "rewrite", "option-value")


def translate_option_list(options: Options, context: StatementContext) -> None:
    """Turn OPTIONS (…) of a CREATE into WITH (…) or back, and spell the values."""
    word = "WITH" if context.to_postgresql else "OPTIONS"
    if options.keyword != word:
        context.replace(options.keyword_span, context.keyword(word), "rewrite", "options-clause")
    translate_option_values(options, context)
    _drop_trailing_comma(options, context)


def _drop_trailing_comma(options: Options, context: StatementContext) -> None:
    if not context.to_postgresql or not options.items:
        return
    comma = context.index.after(options.items[-1].span.end)
    if comma is not None and comma.value == "," and comma.end <= options.span.end:
        context.remove(Span(comma.start, comma.end), "trailing-comma")
