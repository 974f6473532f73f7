import { runInDurableObject } from 'cloudflare:test'
import { terminalStub } from '../../../testing/device.ts'
import type { PairedDevice } from '../../../testing/device.ts'
import type { Merchant } from '../../../testing/merchant.ts'

export const responses: string[] = []

export const merchants: Merchant[] = []

export const logs: unknown[] = []

/** Storage of terminal objects, at each snapshot. */
export const objectStorage: string[] = []

const digits = (_name: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

export const takeSnapshot = (device: PairedDevice): Promise<void> =>
  runInDurableObject(
    terminalStub(device),
    (_object, { storage }) => void objectStorage.push(JSON.stringify([...storage.kv.list()], digits)),
  )
