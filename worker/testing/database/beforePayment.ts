import { bindings } from '../bindings.ts'
import { interceptD1 } from './interceptD1.ts'

/** A database, and a function that runs once, just before the batch that inserts a payment. */
export const beforePayment = () => {
  const before: { writing: (() => Promise<unknown>) | null } = { writing: null }
  const d1 = interceptD1(bindings.DB_00, {
    before: async ({ sql }) => {
      if (!sql.some((text) => text.startsWith('INSERT INTO transactions'))) return
      const { writing } = before
      before.writing = null
      await writing?.()
    },
  })
  return { d1, before }
}
