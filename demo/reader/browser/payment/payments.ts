import type { DevicePayment, DeviceResult, FromDevice, FromGateway } from '#contract/terminals/device'
import { correct } from './corrections.ts'
import {
  type Answers,
  answered,
  begin,
  cardFrame,
  cardToEncrypt,
  type Flow,
  isOf,
  processing,
  resume,
  seal,
  stepOf,
} from './flow.ts'
import type { Cue, View } from '../views.ts'

export interface PaymentParts {
  /** Says it to the gateway, or not at all while there is none. */
  say: (message: FromDevice) => void
  encrypt: (card: NonNullable<ReturnType<typeof cardToEncrypt>>, key: object) => Promise<string>
  /** The payment that is open, for a page that is loaded anew: nothing of a card is in it. */
  memory: { get: () => DevicePayment | null; set: (payment: DevicePayment | null) => void }
  show: (view: View) => void
  /** Shows that the reader waits for a payment. */
  idle: () => void
  cue: (cue: Cue) => void
}

type Message<T extends FromGateway['type']> = Extract<FromGateway, { type: T }>

/** How long a result is shown. */
const resultMs = 4000
/** How much later than it was said the end of a payment may be told. */
const graceMs = 5000

/** One payment after the other: between what the gateway says of it and what the shopper does. */
export const openPayments = ({ say, encrypt, memory, show, idle, cue }: PaymentParts) => {
  let flow: Flow | null = null
  /** It cannot go on, and the gateway has to be told. */
  let isBroken = false
  let encryptionKey: object = {}
  let resting: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined

  const tell = (type: 'received' | 'presented' | 'cancel' | 'failure'): void => {
    if (flow) say({ type, session: flow.payment.session })
  }

  const drop = (): void => {
    clearTimeout(overdue)
    flow = null
    isBroken = false
    memory.set(null)
  }

  const stopResting = (): void => {
    clearTimeout(resting)
    resting = undefined
  }
  const rest = (): void => {
    stopResting()
    idle()
  }

  const end = (ended: Flow, result: DeviceResult | null): void => {
    drop()
    show({ name: 'ended', flow: { ...ended, card: null }, result })
    cue(result?.state === 'completed' ? 'approved' : 'declined')
    stopResting()
    resting = setTimeout(rest, resultMs)
  }

  const draw = (): void => {
    if (flow) show({ name: 'prompt', step: stepOf(flow), flow })
  }

  const fail = (): void => {
    if (!flow) return
    isBroken = true
    flow = { ...flow, card: null, sealed: null, isSent: false, isCanceled: true }
    tell('failure')
    draw()
  }

  /** Encrypts the card and sends it with all that was asked. */
  const finish = async (current: Flow): Promise<void> => {
    const card = cardToEncrypt(current)
    const sealed = current.sealed ?? (card && (await encrypt(card, encryptionKey).catch(() => null)))
    // Meanwhile the payment may have ended, or another may have begun.
    if (!flow || !isOf(flow, current.payment) || stepOf(flow) !== 'ready') return
    if (sealed === null) return fail()
    flow = { ...seal(flow, sealed), isSent: true }
    say(cardFrame(flow))
    draw()
  }

  const goOn = (): void => {
    draw()
    if (flow && stepOf(flow) === 'ready') void finish(flow)
  }

  /** What the gateway may not have heard, of a payment that it still waits for. */
  const catchUp = ({ isCanceled, isSent, isPresented }: Flow): void => {
    if (isBroken) tell('failure')
    else if (isCanceled) tell('cancel')
    else if (isSent) say(cardFrame(flow!))
    else if (isPresented) tell('presented')
  }

  const open = (payment: DevicePayment): void => {
    stopResting()
    clearTimeout(overdue)
    if (flow && !isOf(flow, payment)) drop()
    flow = resume(flow, payment)
    memory.set(payment)
    overdue = setTimeout(() => flow && end(flow, null), payment.endsWithinMs + graceMs)
    if (payment.state === 'sent') tell('received')
    if (payment.state !== 'processing') catchUp(flow)
    goOn()
  }

  /** The gateway has none open. The one that was, here or before the page was loaded anew, is over. */
  const close = (result: DeviceResult | null): void => {
    const remembered = memory.get()
    const last = flow ?? (remembered && begin(remembered))
    if (last) end(last, result && isOf(last, result) ? result : null)
    else if (resting === undefined) idle()
  }

  return {
    welcome: ({ encryptionKey: key, payment, result }: Message<'welcome'>): void => {
      encryptionKey = key
      if (payment) open(payment)
      else close(result)
    },
    payment: open,
    processing: (message: Message<'processing'>): void => {
      if (!flow || !isOf(flow, message)) return
      flow = { ...processing(flow), card: null }
      draw()
    },
    result: (result: Message<'result'>): void => {
      if (flow && isOf(flow, result)) end(flow, result)
    },
    error: (message: Message<'error'>): void => {
      if (!flow || !isOf(flow, message)) return
      const corrected = correct(flow, message.error)
      if (!corrected) return fail()
      flow = corrected
      draw()
    },
    /** The gateway would not listen to what was said of the payment. */
    misunderstood: (): void => {
      isBroken = flow !== null
    },
    /** There is no payment for this reader any more. */
    leave: (): void => {
      drop()
      stopResting()
    },
    answer: <N extends keyof Answers>(name: N, answer?: Parameters<Answers[N]>[1]): void => {
      if (!flow) return
      const wasPresented = flow.isPresented
      flow = answered(flow, name, answer as Parameters<Answers[N]>[1])
      if (name === 'cancel') tell('cancel')
      else if (flow.isPresented && !wasPresented) tell('presented')
      goOn()
    },
    /** The shopper has seen the result. */
    dismiss: (): void => {
      if (resting !== undefined) rest()
    },
  }
}
