import type { DeviceInfo } from '../../domain/terminals/terminalsClient.ts'

/** `reserved` until the connection sends hello, `shown` by a device, then `used` or `expired`. */
export type CodeState = 'reserved' | 'shown' | 'used' | 'expired'

/** A pairing code. Times are milliseconds since 1970. */
export interface PairingCode {
  readonly state: CodeState
  /** When the state ends: the reservation, the validity of the code, or its retention. */
  readonly until: number
  readonly device: DeviceInfo | null
  /** The code is reserved for the claiming request until then. */
  readonly claimedUntil: number
  readonly holder: string | null
  /** Set once the key may have reached the device. */
  readonly handedOver: HandedOver | null
  /** Registrations with a wrong device id. */
  readonly refused: number
}

interface HandedOver {
  /** The name that was sent to the device. */
  readonly reader: string
  /** Whether the device stores its key; null until it confirms. */
  readonly isKept: boolean | null
}

/** Members shared with version 1, which omits a member instead of storing null. */
interface CodeMembers {
  readonly state: CodeState
  readonly until: number
  readonly device: StoredDevice | null
  readonly claimedUntil: number
  readonly holder?: string
  readonly handed?: { readonly reader: string; readonly isKept: boolean | null }
  readonly refused?: number
}

interface StoredDevice {
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly deviceId: string | null
}

/** The value under the storage key `shown`. Version 1 has no version number. */
export interface StoredPairingCode extends CodeMembers {
  readonly version: 2
}

const toStoredDevice = ({ make, model, serialNumber, deviceId }: StoredDevice): StoredDevice => ({
  make,
  model,
  serialNumber,
  deviceId,
})

export const encodePairingCode = ({
  state,
  until,
  device,
  claimedUntil,
  holder,
  handedOver,
  refused,
}: PairingCode): StoredPairingCode => ({
  version: 2,
  state,
  until,
  device: device && toStoredDevice(device),
  claimedUntil,
  ...(holder !== null && { holder }),
  ...(handedOver !== null && { handed: { reader: handedOver.reader, isKept: handedOver.isKept } }),
  ...(refused > 0 && { refused }),
})

export const decodePairingCode = ({
  state,
  until,
  device,
  claimedUntil,
  holder,
  handed,
  refused,
}: CodeMembers): PairingCode => ({
  state,
  until,
  device: device && toStoredDevice(device),
  claimedUntil,
  holder: holder ?? null,
  handedOver: handed === undefined ? null : { reader: handed.reader, isKept: handed.isKept },
  refused: refused ?? 0,
})
