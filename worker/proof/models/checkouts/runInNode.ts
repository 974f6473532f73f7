import type { Ran, Runs } from '../payments/run.ts'
import { virtualTime } from '../payments/virtualTime.ts'
import { cryptoAtOnce } from './cryptoAtOnce.ts'
import { gatewayOn } from './gateway.ts'
import { checkoutsInNode } from './inNode.ts'
import { run } from './run.ts'

/** Plays schedules on the worker in this process: over HTTP, but for the wire. */
export const runInNode = async (runs: Runs): Promise<Ran> => {
  const cryptography = cryptoAtOnce()
  const time = virtualTime(cryptography.isBusy)
  const start = await checkoutsInNode(time)
  return run(runs, async (playOn) => {
    time.begin()
    cryptography.begin()
    try {
      await playOn(gatewayOn(start()))
    } finally {
      cryptography.end()
      time.end()
    }
  })
}
