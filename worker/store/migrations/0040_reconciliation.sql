-- Operations of a connection in the order of their ids, which contain the time: the comparison with the processor's report. Operations of
-- the built-in simulator, which has no report, are not in it.
CREATE INDEX operationsByConnection ON operations (processorRef ->> '$.connection', id)
  WHERE processorRef ->> '$.connection' IS NOT NULL;
