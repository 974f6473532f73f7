import type { Processor } from '../../../processors/processor.ts'
import { simulator } from '../../../processors/simulator/simulator.ts'
import { cardMessage, logInDevice, pairDevice } from '../../../testing/device.ts'
import type { PairedDevice } from '../../../testing/device.ts'
import { card, startWorker, testClock } from '../../../testing/merchant.ts'
import type { Merchant } from '../../../testing/merchant.ts'
import { limits, numbers, signature } from './secretMarkers.ts'
import { logs, responses, takeSnapshot } from './collectedOutput.ts'

/**
 * Pays with each card at a terminal: first encrypted for another payment and rejected, then accepted and signed, with snapshots of the
 * storage during the processor call.
 */
export const payWithAllCardsAtTerminal = async (
  merchant: Merchant,
  cvv: string,
  clock: ReturnType<typeof testClock>,
) => {
  let device: PairedDevice | null = null
  const simulated = simulator()
  const processor: Processor = {
    ...simulated,
    authorize: async (op, ref) => {
      await takeSnapshot(device!)
      return simulated.authorize(op, ref)
    },
  }
  const worker = startWorker({ processor, clock, limits: { ...limits, processorTimeoutMs: 250 } })
  const call = worker.as(merchant.secretKey)
  device = await pairDevice(worker.fetch, call)
  const { line, welcome } = await logInDevice(worker.fetch, device)
  for (const number of numbers) {
    const paying = call('POST', '/v1/transactions/authorize', {
      body: {
        payment: { terminal: { id: device.terminal, promptCvv: true, promptSignature: true } },
        amount: { value: 10 },
      },
    })
    const payment = await line.next('payment')
    const plain = card(number, { verificationValue: cvv, nameOnCard: 'MARKER', postalCode: '46201' })
    for (const type of ['received', 'presented']) line.send({ type, session: payment.session })
    line.send(await cardMessage(payment, welcome, { card: plain, encryptedFor: '1' }))
    await line.next('error')
    line.send(await cardMessage(payment, welcome, { card: plain, signature }))
    await line.next('processing')
    responses.push(JSON.stringify(await line.next('result')), (await paying).text)
    await takeSnapshot(device)
  }
  line.close()
  logs.push(...worker.log)
}
