const one = (): number => 1

/** Reports the rows written to the storage of an object. A value by key counts as one row, and so does an alarm. */
export const countStorage = (storage: DurableObjectStorage, written: (rows: number) => void): void => {
  const after = (object: object, name: string, rowsOf: (result: unknown) => number): void => {
    const method = Reflect.get(object, name) as (...args: unknown[]) => unknown
    const value = (...args: unknown[]) => {
      const result = Reflect.apply(method, object, args)
      written(rowsOf(result))
      return result
    }
    Object.defineProperty(object, name, { value, configurable: true })
  }
  after(storage.kv, 'put', one)
  after(storage.kv, 'delete', one)
  after(storage, 'setAlarm', one)
  // A write is complete when `exec` returns. Rows read cost a thousandth and are not counted.
  after(storage.sql, 'exec', (cursor) => (cursor as SqlStorageCursor<never>).rowsWritten)
}
