-- Unquoted names fold to lower case, however they are written.
CREATE ROLE dispatcher;
GRANT INSERT ON QUEUE ParcelQueue TO dispatcher;

CREATE ROLE courier;
GRANT EXECUTE ON FUNCTION spanner.receive_ParcelQueue TO courier;
GRANT EXECUTE ON FUNCTION spanner.renewlease_ParcelQueue TO courier;
GRANT DELETE ON QUEUE ParcelQueue TO courier;

CREATE ROLE inspector;
GRANT SELECT ON QUEUE ParcelQueue TO inspector;
