import type { Book, BookRehearsal } from './book.ts'
import { createBook } from './createBook.ts'
import type { BookEntry, EntryStore } from './entries.ts'

/** Entries in memory. They are lost with the isolate. */
export const memoryEntries = (): EntryStore => {
  const entries = new Map<number, BookEntry>()
  let last = 0
  const matching = (matches: (entry: BookEntry) => boolean) => [...entries.values()].filter(matches)

  return {
    insert: ({ root, ...entry }) => {
      const id = ++last
      const inserted = { ...entry, id, root: root ?? id, changed: entry.at }
      entries.set(id, inserted)
      return inserted
    },
    update: (id, change) => {
      const entry = entries.get(id)
      if (entry !== undefined) entries.set(id, { ...entry, ...change })
    },
    remove: (id) => void entries.delete(id),
    find: (id) => entries.get(id),
    ofOperation: (op) => matching((entry) => entry.op === op),
    ofPayment: (root) => matching((entry) => entry.root === root),
    between: ({ from, to }, after, limit) =>
      matching(({ id, at, changed }) => id > after && [at, changed].some((time) => from <= time && time < to)).slice(
        0,
        limit,
      ),
    removeBefore: (at) => {
      for (const entry of matching((old) => old.at < at)) entries.delete(entry.id)
    },
  }
}

/** A book in memory, for tests. */
export const memoryBook = (entries: EntryStore = memoryEntries()): Book & BookRehearsal => {
  const book = createBook(entries)
  return {
    perform: async (...args) => book.perform(...args),
    reverse: async (...args) => book.reverse(...args),
    lookup: async (...args) => book.lookup(...args),
    report: async (...args) => book.report(...args),
    forget: async (op) => book.forget(op),
    add: async (operation) => book.add(operation),
    change: async (...args) => book.change(...args),
  }
}
