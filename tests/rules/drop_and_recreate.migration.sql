-- The way back of a migration follows nothing.
-- +goose Up
DROP QUEUE Tasks;
-- +goose Down
CREATE QUEUE Tasks (Id INT64, Payload JSON NOT NULL) PRIMARY KEY (Id);
