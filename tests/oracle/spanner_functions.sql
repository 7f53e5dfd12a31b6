-- Functions of Spanner's PostgreSQL dialect that a plain server does not have, by what they are documented to do.
CREATE SCHEMA spanner;
CREATE FUNCTION spanner.timestamptz_add(ts timestamptz, amount text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE AS 'SELECT ts + amount::interval';
CREATE FUNCTION spanner.timestamptz_subtract(ts timestamptz, amount text) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE AS 'SELECT ts - amount::interval';
CREATE FUNCTION spanner.date(ts timestamptz, zone text) RETURNS date
  LANGUAGE sql IMMUTABLE AS 'SELECT (ts AT TIME ZONE zone)::date';
CREATE FUNCTION spanner.jsonb_query_array(doc jsonb) RETURNS jsonb[]
  LANGUAGE sql IMMUTABLE AS 'SELECT array_agg(e ORDER BY o) FROM jsonb_array_elements(doc) WITH ORDINALITY AS t(e, o)';
CREATE FUNCTION spanner.int64_array(doc jsonb) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE AS 'SELECT array_agg(e::bigint ORDER BY o) FROM jsonb_array_elements_text(doc) WITH ORDINALITY AS t(e, o)';
CREATE FUNCTION spanner.float64_array(doc jsonb) RETURNS float8[]
  LANGUAGE sql IMMUTABLE AS 'SELECT array_agg(e::float8 ORDER BY o) FROM jsonb_array_elements_text(doc) WITH ORDINALITY AS t(e, o)';
CREATE FUNCTION spanner.bool_array(doc jsonb) RETURNS boolean[]
  LANGUAGE sql IMMUTABLE AS 'SELECT array_agg(e::boolean ORDER BY o) FROM jsonb_array_elements_text(doc) WITH ORDINALITY AS t(e, o)';
CREATE FUNCTION spanner.string_array(doc jsonb) RETURNS text[]
  LANGUAGE sql IMMUTABLE AS 'SELECT array_agg(e ORDER BY o) FROM jsonb_array_elements_text(doc) WITH ORDINALITY AS t(e, o)';
