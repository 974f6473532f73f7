import { Worker } from 'node:worker_threads'
import { inRepository } from '../repository.ts'

export interface YearSettings {
  /** They insert the demo account and its keys. */
  readonly statements: readonly string[]
  readonly rootKeys: string
  /** Receives the events of the last days. */
  readonly webhookUrl: string
  /** Milliseconds since 1970. */
  readonly now: number
}

/** Makes the year in a thread of its own. Returns the bytes of its database. */
export const makeYearInThread = (settings: YearSettings): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(inRepository('worker/cli/dev/year/thread.ts'), { workerData: settings })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The thread ended without a year.')))
  })
