"""The rule caught-assertion-error."""

from __future__ import annotations

from queuesql.diagnostics import Related, Severity
from queuesql.rules._base import Finding, rule
from queuesql.transactions import Transaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from queuesql.rules._base import Context
    from queuesql.source import Span
    from queuesql.transactions import Operation, Swallow


@rule(Transaction, family="transaction", severity=Severity.ERROR)
def check(node: Transaction, context: Context) -> Iterator[Finding]:
    """A failed assertion that the transaction goes on from, so that its other writes commit.

    Why: when ASSERT_ROWS_MODIFIED finds no message, another worker has done the work already. The
    statement fails with OUT_OF_RANGE, but the transaction stays open and Spanner does not abort it. Code
    that logs, ignores or translates that error and then commits makes every other write of the
    transaction a second time. The error has to leave the transaction's function.

    Bad (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            if _, err := txn.Update(ctx, spanner.NewStatement("UPDATE Users SET Score = 1 WHERE UserId = 7")); err != nil {
                return err
            }
            ack := spanner.NewStatement("DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1")
            if _, err := txn.Update(ctx, ack); err != nil {
                log.Printf("already done: %v", err)
            }
            return nil
        })

    Good (go):
        _, err := client.ReadWriteTransaction(ctx, func(ctx context.Context, txn *spanner.ReadWriteTransaction) error {
            if _, err := txn.Update(ctx, spanner.NewStatement("UPDATE Users SET Score = 1 WHERE UserId = 7")); err != nil {
                return err
            }
            ack := spanner.NewStatement("DELETE FROM Tasks WHERE TaskId = 7 ASSERT_ROWS_MODIFIED 1")
            if _, err := txn.Update(ctx, ack); err != nil {
                return err
            }
            return nil
        })
        if spanner.ErrCode(err) == codes.OutOfRange {
            return nil // another worker has done it
        }

    See: https://docs.cloud.google.com/spanner/docs/queues/queues-at-most-once
    """
    for operation in node.operations:
        swallow = operation.swallow
        if swallow is None or not operation.guarded:
            continue
        has_writes = swallow.other_writes or any(
            other.kind in ("write", "send") for other in node.operations if other is not operation
        )
        if has_writes:
            yield _finding(operation, swallow, context)


def _finding(operation: Operation, swallow: Swallow, context: Context) -> Finding:
    what = f"the DELETE on `{operation.queue}`" if operation.queue else "the asserted statement"
    if swallow.handler is None:
        subject = f"nobody looks whether {what} has failed"
        span: Span = swallow.place or operation.span
        related: tuple[Related, ...] = ()
    else:
        subject = f"the failed assertion of {what} is swallowed here"
        span = swallow.handler
        related = (Related("this statement fails when the message is gone", context.locate(operation.span)),)
    if swallow.other_writes:
        message = f"{subject}, and the other writes of the transaction commit"
        return Finding(span, message, "Let the error leave the transaction's function.", related=related)
    message = f"{subject}, and the transaction commits without its work"
    return Finding(
        span,
        message,
        "Let the error leave the transaction's function, and handle it outside.",
        related=related,
        severity=Severity.WARNING,
    )
