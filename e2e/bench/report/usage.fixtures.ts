/** What one request uses, as measurements return it. */
export const usagePerRequest = {
  trips: 2,
  statements: 7,
  rowsRead: 12,
  rowsWritten: 9,
  objectCalls: 0,
  objectMessages: 0,
  objectRowsWritten: 0,
  objectMs: 0,
  logged: 1,
}
