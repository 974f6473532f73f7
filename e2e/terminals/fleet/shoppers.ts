import type { DevicePayment, DeviceResult } from '#contract/terminals/device'
import type { GatewayClient } from '../../support/gatewayClient.ts'
import type { CardReader } from './device.ts'

/** How a payment ends, as the reader, whoever asked for it and whoever reads it later must see it. */
export interface End {
  readonly state: DeviceResult['state']
  readonly responseCode: string
  /** Whether money was approved. */
  readonly approved: boolean
  /** What the shopper added to the price. */
  readonly tip: number
  /** Of the transaction. */
  readonly status: string
}

/** What happens at a reader once a payment is on its screen. */
export interface Shopper {
  /** Members of the payment's terminal. */
  readonly asks: object
  /** Answers what the reader heard of the end. */
  act(reader: CardReader, payment: DevicePayment, merchant: GatewayClient): Promise<DeviceResult>
  readonly ends: End
}

const approved: End = { state: 'completed', responseCode: '00', approved: true, tip: 0, status: 'authorized' }
const ended = (state: End['state'], responseCode: string): End => ({
  state,
  responseCode,
  approved: false,
  tip: 0,
  status: 'declined',
})

/** After the card there is word that the processor is being asked, and then how it ended. */
const whenAsked = async ({ line }: CardReader): Promise<DeviceResult> => {
  await line.next('processing')
  return line.next('result')
}

const tips = { promptTip: true, tipAmounts: [1, 2, 3] }

export const shoppers = {
  pays: {
    asks: {},
    act: async (reader, payment) => {
      await reader.present(payment)
      return whenAsked(reader)
    },
    ends: approved,
  },
  tips: {
    asks: tips,
    act: async (reader, payment) => {
      await reader.present(payment, { tipAmount: payment.prompts.tipAmounts![1]! })
      return whenAsked(reader)
    },
    ends: { ...approved, tip: 2 },
  },
  keysIn: {
    asks: { keyCard: true },
    act: async (reader, payment) => {
      await reader.present(payment, { entryMode: 'keyed' })
      return whenAsked(reader)
    },
    ends: approved,
  },
  isDeclined: {
    asks: tips,
    act: async (reader, payment) => {
      await reader.present(payment, { number: '4000000000000002', tipAmount: payment.prompts.tipAmounts![0]! })
      return whenAsked(reader)
    },
    ends: { ...ended('declined', '05'), tip: 1 },
  },
  cancels: {
    asks: {},
    act: async ({ line }, { session }) => {
      line.say({ type: 'cancel', session })
      return line.next('result')
    },
    ends: ended('canceled', 'G13'),
  },
  /** Until the merchant gives up. */
  hesitates: {
    asks: {},
    act: async ({ line, terminal }, _payment, merchant) => {
      await merchant.call('POST', `/v1/terminals/${terminal}/cancel`)
      return line.next('result')
    },
    ends: ended('canceled', 'G15'),
  },
  /** For longer than the reader waits. Somebody has to put the account's clock forward. */
  walksAway: { asks: {}, act: ({ line }) => line.next('result'), ends: ended('timed_out', 'G12') },
  /** The reader's connection breaks behind the card, and comes back. */
  isCutOff: {
    asks: tips,
    act: async (reader, payment) => {
      await reader.present(payment, { tipAmount: payment.prompts.tipAmounts![2]! })
      await reader.disconnect()
      const { result } = await reader.connect()
      return result ?? reader.line.next('result')
    },
    ends: { ...approved, tip: 3 },
  },
} as const satisfies Record<string, Shopper>
