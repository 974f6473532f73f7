import type { DevicePayment, DeviceResult } from '#contract/terminals/device'
import type { GatewayClient } from '../../support/gatewayClient.ts'
import type { SimulatedDevice } from './device.ts'

/** The expected outcome of a payment. */
export interface ShopperOutcome {
  readonly state: DeviceResult['state']
  readonly responseCode: string
  /** Whether an amount was approved. */
  readonly approved: boolean
  /** The chosen tip. */
  readonly tip: number
  /** Of the transaction. */
  readonly status: string
}

/** A shopper’s behaviour once the device shows a payment. */
export interface Shopper {
  /** Members of `payment.terminal` in the request. */
  readonly terminalOptions: object
  /** @returns the result message of the device */
  act(device: SimulatedDevice, payment: DevicePayment, merchant: GatewayClient): Promise<DeviceResult>
  readonly outcome: ShopperOutcome
}

const approved: ShopperOutcome = {
  state: 'completed',
  responseCode: '00',
  approved: true,
  tip: 0,
  status: 'authorized',
}
const unpaid = (state: ShopperOutcome['state'], responseCode: string): ShopperOutcome => ({
  state,
  responseCode,
  approved: false,
  tip: 0,
  status: 'declined',
})

/** Waits for `processing` and then `result`. */
const waitForResult = async ({ connection: line }: SimulatedDevice): Promise<DeviceResult> => {
  await line.next('processing')
  return line.next('result')
}

const tips = { promptTip: true, tipAmounts: [1, 2, 3] }

export const shoppers = {
  pays: {
    terminalOptions: {},
    act: async (device, payment) => {
      await device.presentCard(payment)
      return waitForResult(device)
    },
    outcome: approved,
  },
  tips: {
    terminalOptions: tips,
    act: async (device, payment) => {
      await device.presentCard(payment, { tipAmount: payment.prompts.tipAmounts![1]! })
      return waitForResult(device)
    },
    outcome: { ...approved, tip: 2 },
  },
  keysIn: {
    terminalOptions: { keyCard: true },
    act: async (device, payment) => {
      await device.presentCard(payment, { entryMode: 'keyed' })
      return waitForResult(device)
    },
    outcome: approved,
  },
  isDeclined: {
    terminalOptions: tips,
    act: async (device, payment) => {
      await device.presentCard(payment, { number: '4000000000000002', tipAmount: payment.prompts.tipAmounts![0]! })
      return waitForResult(device)
    },
    outcome: { ...unpaid('declined', '05'), tip: 1 },
  },
  cancels: {
    terminalOptions: {},
    act: async ({ connection: line }, { session }) => {
      line.send({ type: 'cancel', session })
      return line.next('result')
    },
    outcome: unpaid('canceled', 'G13'),
  },
  /** The merchant cancels before the shopper acts. */
  canceledByMerchant: {
    terminalOptions: {},
    act: async ({ connection: line, terminal }, _payment, merchant) => {
      await merchant.call('POST', `/v1/terminals/${terminal}/cancel`)
      return line.next('result')
    },
    outcome: unpaid('canceled', 'G15'),
  },
  /** Does nothing; the test must advance the test clock past the time-out. */
  timesOut: {
    terminalOptions: {},
    act: ({ connection: line }) => line.next('result'),
    outcome: unpaid('timed_out', 'G12'),
  },
  /** The device disconnects after the card and reconnects. */
  disconnects: {
    terminalOptions: tips,
    act: async (device, payment) => {
      await device.presentCard(payment, { tipAmount: payment.prompts.tipAmounts![2]! })
      await device.disconnect()
      const { result } = await device.connect()
      return result ?? device.connection.next('result')
    },
    outcome: { ...approved, tip: 3 },
  },
} as const satisfies Record<string, Shopper>
