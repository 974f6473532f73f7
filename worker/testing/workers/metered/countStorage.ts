const one = (): number => 1

/** Has an object's own storage tell how many rows are written to it: a value kept by its name is one, and so is an alarm. */
export const countStorage = (storage: DurableObjectStorage, written: (rows: number) => void): void => {
  const after = (object: object, name: string, rowsOf: (answered: unknown) => number): void => {
    const method = Reflect.get(object, name) as (...given: unknown[]) => unknown
    const value = (...given: unknown[]) => {
      const answered = Reflect.apply(method, object, given)
      written(rowsOf(answered))
      return answered
    }
    Object.defineProperty(object, name, { value, configurable: true })
  }
  after(storage.kv, 'put', one)
  after(storage.kv, 'delete', one)
  after(storage, 'setAlarm', one)
  // What writes has written when it returns. Rows that are read cost a thousandth, and are left out.
  after(storage.sql, 'exec', (cursor) => (cursor as SqlStorageCursor<never>).rowsWritten)
}
