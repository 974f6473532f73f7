-- Operations of a connection in the order of their ids, which contain the time: the comparison with the processor's report. Operations of
-- the built-in simulator, which has no report, are not in it, nor is a reference that cannot be read.
CREATE INDEX operationsByConnection ON operations (
  CASE WHEN json_valid(processorRef) THEN processorRef ->> '$.connection' END,
  id
)
WHERE CASE WHEN json_valid(processorRef) THEN processorRef ->> '$.connection' END IS NOT NULL;
