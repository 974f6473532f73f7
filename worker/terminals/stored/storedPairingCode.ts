import type { DeviceInfo } from '../../domain/terminals/readers.ts'

/** `reserved` for a connection that has not sent hello yet, `shown` by a device, then `used` or `expired`. */
export type CodeState = 'reserved' | 'shown' | 'used' | 'expired'

/** A pairing code. Times are milliseconds since 1970. */
export interface PairingCode {
  readonly state: CodeState
  /** When the state ends: the reservation, the time to type the code, or the memory of it. */
  readonly until: number
  readonly device: DeviceInfo | null
  /** Until when the code is reserved for the request that claimed it. */
  readonly claimedUntil: number
  readonly holder: string | null
  /** From the moment on at which the device may know its key. */
  readonly handedOver: HandedOver | null
}

interface HandedOver {
  /** The name that the device was given. */
  readonly reader: string
  /** Whether the device stores its key; null as long as it has not confirmed that. */
  readonly isKept: boolean | null
}

/** Members that version 1 has too, where they were left out instead of null. */
interface CodeMembers {
  readonly state: CodeState
  readonly until: number
  readonly device: StoredDevice | null
  readonly claimedUntil: number
  readonly holder?: string
  readonly handed?: { readonly reader: string; readonly isKept: boolean | null }
}

interface StoredDevice {
  readonly make: string
  readonly model: string
  readonly serialNumber: string
  readonly deviceId: string | null
}

/** The value of `shown`. Version 1 has no number. */
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
}: PairingCode): StoredPairingCode => ({
  version: 2,
  state,
  until,
  device: device && toStoredDevice(device),
  claimedUntil,
  ...(holder !== null && { holder }),
  ...(handedOver !== null && { handed: { reader: handedOver.reader, isKept: handedOver.isKept } }),
})

export const decodePairingCode = ({
  state,
  until,
  device,
  claimedUntil,
  holder,
  handed,
}: CodeMembers): PairingCode => ({
  state,
  until,
  device: device && toStoredDevice(device),
  claimedUntil,
  holder: holder ?? null,
  handedOver: handed === undefined ? null : { reader: handed.reader, isKept: handed.isKept },
})
