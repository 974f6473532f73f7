import { expect, test } from 'vitest'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import { testProcessorConformance } from '../../processors/conformance/conformance.ts'
import { createSetup } from '../../processors/conformance/setup.ts'
import { acquirerClient } from './client.ts'
import { httpTransport } from './httpTransport.ts'
import { startAcquirer } from './server.ts'
import { conformanceSubject } from './conformanceSubject.ts'

testProcessorConformance('acquirer over HTTP', capabilitySets.isoLike, async () => {
  const { url, ledger, faultPlan, close } = await startAcquirer()
  return { ...conformanceSubject({ processor: acquirerClient(httpTransport(url)), ledger, faultPlan }), close }
})

test('a closed acquirer has health down, and its reversals return retry', async () => {
  const { url, ledger, faultPlan, close } = await startAcquirer()
  const processor = acquirerClient(httpTransport(url))
  const { authorize } = await createSetup(() => conformanceSubject({ processor, ledger, faultPlan }))()
  const { ref } = await authorize()
  expect(await processor.health()).toBe('up')
  await close()
  expect(await processor.health()).toBe('down')
  expect(await processor.reverse(ref, 1)).toBe('retry')
  expect(await authorize()).toMatchObject({ result: 'unknown', reason: 'disconnected' })
})
