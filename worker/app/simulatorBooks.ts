import type { Book, BookRehearsal } from '../processors/simulator/book/book.ts'
import type { Environment } from './env.ts'

/**
 * The book of a simulated connection, by RPC to its Durable Object. Creating it makes no request.
 *
 * @param connection id of the connection
 */
export const openSimulatorBook = (
  { simulatorBooks }: Pick<Environment, 'simulatorBooks'>,
  connection: string,
): Book & BookRehearsal => {
  // A stub is broken after an error, so each call gets its own.
  const object = () => simulatorBooks.getByName(connection)
  return {
    perform: async (...args) => object().perform(...args),
    reverse: async (...args) => object().reverse(...args),
    lookup: async (...args) => object().lookup(...args),
    report: async (...args) => object().report(...args),
    forget: async (op) => object().forget(op),
    add: async (operation) => object().add(operation),
    change: async (...args) => object().change(...args),
  }
}
