"""Suppression comments: where they reach, and what is said of those that are unused, misspelt or unexplained."""

from __future__ import annotations

import pytest

from queuesql.diagnostics import Diagnostic, apply_edits
from queuesql.engine import lint_text
from queuesql.engine_project import Options

QUEUE = "CREATE QUEUE Q (Id INT64 NOT NULL, Payload BYTES(MAX) NOT NULL) PRIMARY KEY (Id);\n"
DELETE = "DELETE FROM Q WHERE Id = 1;"


def _lint(text: str, *select: str, path: str = "a.sql") -> tuple[Diagnostic, ...]:
    options = Options(dialect="googlesql", select=("DEFAULT", *select))
    return lint_text(text, path, options=options).diagnostics


def _shown(text: str, *select: str) -> list[tuple[str, str | None]]:
    return [(d.rule, d.suppressed) for d in _lint(text, *select)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{DELETE} -- queuesql: ignore[unguarded-ack] why", id="at the end of the line"),
        pytest.param(f"{DELETE} # queuesql: ignore[unguarded-ack] why", id="behind a hash"),
        pytest.param(f"{DELETE} /* queuesql: ignore[unguarded-ack] why */", id="in a block comment"),
        pytest.param(f"-- queuesql: ignore[unguarded-ack] why\n{DELETE}", id="above the statement"),
        pytest.param(f"-- queuesql: ignore[unguarded-ack] why\n-- a note\n{DELETE}", id="above with a note"),
        pytest.param(f"-- queuesql: ignore[unguarded-ack]: why\r\n{DELETE}\r\n", id="with CRLF and a colon"),
        pytest.param(
            "-- queuesql: ignore[unguarded-ack] why\nDELETE\n  FROM Q\n  WHERE Id = 1;",
            id="above a long statement",
        ),
        pytest.param(
            "DELETE\n  FROM Q\n  WHERE Id = 1; -- queuesql: ignore[unguarded-ack] why",
            id="where a statement ends",
        ),
        pytest.param(
            "DELETE\n  -- queuesql: ignore[unguarded-ack] why\n  FROM Q\n  WHERE Id = 1;", id="above the line"
        ),
        pytest.param(f"{DELETE}\n-- queuesql: ignore-file[unguarded-ack] why", id="for the file"),
        pytest.param(
            f"-- queuesql: disable[unguarded-ack] why\nSELECT 1;\n{DELETE}", id="for the rest of the file"
        ),
        pytest.param(
            f"-- queuesql: disable[unguarded-ack] why\n{DELETE}\n-- queuesql: enable[unguarded-ack]",
            id="for a range",
        ),
        pytest.param(f"{DELETE} -- queuesql: ignore[send-and-ack] why", id="by family"),
        pytest.param(f"{DELETE} -- queuesql: ignore[ALL] why", id="all rules"),
        pytest.param(f"{DELETE} -- queuesql:ignore[ unguarded-ack ] why", id="with other white space"),
    ],
)
def test_silences(text: str) -> None:
    assert _shown(QUEUE + text) == [("unguarded-ack", "why")]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"-- queuesql: ignore[unguarded-ack] why\n\n{DELETE}", id="with a blank line between"),
        pytest.param(
            f"-- queuesql: ignore[unguarded-ack] why\nSELECT 1;\n{DELETE}", id="above another statement"
        ),
        pytest.param(
            f"SELECT 1; -- queuesql: ignore[unguarded-ack] why\n{DELETE}", id="at the end of another line"
        ),
        pytest.param(f"{DELETE}\n-- queuesql: ignore[unguarded-ack] why", id="below"),
        pytest.param(f"{DELETE}\n-- queuesql: disable[unguarded-ack] why\nSELECT 1;", id="before a range"),
    ],
)
def test_does_not_reach(text: str) -> None:
    assert sorted(_shown(QUEUE + text)) == [("unguarded-ack", None), ("unused-suppression", None)]


def test_one_of_two_names_is_unused() -> None:
    text = QUEUE + f"{DELETE} -- queuesql: ignore[unguarded-ack, update-on-queue] why\n"
    silenced, unused = _lint(text)
    assert (silenced.rule, silenced.suppressed) == ("unguarded-ack", "why")
    assert unused.rule == "unused-suppression" and "update-on-queue" in unused.message
    assert text[unused.span.start : unused.span.end] == "update-on-queue"
    assert unused.fix is not None and unused.fix.safe
    assert apply_edits(text, unused.fix.edits) == text.replace(
        "[unguarded-ack, update-on-queue]", "[unguarded-ack]"
    )


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("SELECT 1; -- queuesql: ignore[unguarded-ack] why\nSELECT 2;", "SELECT 1;\nSELECT 2;"),
        ("  -- queuesql: ignore[unguarded-ack] why\nSELECT 2;", "SELECT 2;"),
        ("-- queuesql: ignore[unguarded-ack] why\r\nSELECT 2;\r\n", "SELECT 2;\r\n"),
        ("SELECT /* queuesql: ignore[unguarded-ack] why */ 1;", "SELECT 1;"),
        ("SELECT/* queuesql: ignore[unguarded-ack] why */1;", "SELECT 1;"),
        ("SELECT /* queuesql: ignore[unguarded-ack] why */1;", "SELECT 1;"),
        ("SELECT 2; -- queuesql: ignore[unguarded-ack] why", "SELECT 2;"),
        ("SELECT 2;\n-- queuesql: ignore[unguarded-ack] why", "SELECT 2;\n"),
    ],
)
def test_an_unused_comment_is_removed(text: str, fixed: str) -> None:
    (unused,) = _lint(text)
    assert unused.fix is not None
    assert apply_edits(text, unused.fix.edits) == fixed


def test_a_misspelt_name_is_corrected() -> None:
    text = QUEUE + f"{DELETE} -- queuesql: ignore[unguarded-akc] why\n"
    found, unused = _lint(text)
    assert found.suppressed is None
    assert "did you mean 'unguarded-ack'?" in unused.message
    assert unused.fix is not None
    assert _shown(apply_edits(text, unused.fix.edits)) == [("unguarded-ack", "why")]


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("ignor[unguarded-ack]", "does not know 'ignor'; did you mean 'ignore'?"),
        ("ignore", "ignore names no rule"),
        ("ignore[]", "ignore names no rule"),
        ("ignore[zzzzzz]", "no rule is called 'zzzzzz'"),
        ("enable[unguarded-ack]", "unguarded-ack is not disabled before this"),
    ],
)
def test_comments_that_can_not_work(comment: str, message: str) -> None:
    (found,) = _lint(f"SELECT 1; -- queuesql: {comment}\n")
    assert (found.rule, found.severity.word) == ("unused-suppression", "warning")
    assert message in found.message


def test_rules_that_did_not_run_leave_their_comments_alone() -> None:
    text = QUEUE + f"{DELETE} -- queuesql: ignore[unguarded-ack, drop-without-drain] why\n"
    options = Options(dialect="googlesql", select=("update-on-queue", "unused-suppression"))
    assert lint_text(text, "a.sql", options=options).diagnostics == ()


def test_comments_in_a_file_with_a_syntax_error_are_not_called_unused() -> None:
    assert [rule for rule, _ in _shown("SELEC 1; -- queuesql: ignore[unguarded-ack] why\n")] == [
        "syntax-error"
    ]


def test_a_reason_is_asked_for_when_selected() -> None:
    text = QUEUE + f"{DELETE} -- queuesql: ignore[unguarded-ack]\n"
    assert _shown(text) == [("unguarded-ack", "")]
    assert ("suppression-without-reason", None) in _shown(text, "suppression-without-reason")


def test_what_the_engine_says_can_be_silenced_too() -> None:
    text = "SELECT 1; -- queuesql: ignore[unguarded-ack, unused-suppression] kept for the archive\n"
    assert _shown(text) == [("unused-suppression", "kept for the archive")]


def test_text_in_strings_is_no_comment() -> None:
    text = QUEUE + "DELETE FROM Q WHERE Id = 1 AND '-- queuesql: ignore[unguarded-ack] why' = '';\n"
    assert ("unguarded-ack", None) in _shown(text)
