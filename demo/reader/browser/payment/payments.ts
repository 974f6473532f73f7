import type { DevicePayment, DeviceResult, DeviceMessage, GatewayMessage } from '#contract/terminals/device'
import { correct } from './corrections.ts'
import {
  type Answers,
  applyAnswer,
  begin,
  cardMessage,
  cardToEncrypt,
  type Flow,
  isForSession,
  processing,
  resume,
  seal,
  currentStep,
} from './flow.ts'
import type { Cue, View } from '../views.ts'

export interface PaymentsOptions {
  /** Sends to the gateway; drops the message without a connection. */
  say: (message: DeviceMessage) => void
  encrypt: (card: NonNullable<ReturnType<typeof cardToEncrypt>>, key: object) => Promise<string>
  /** The open payment, retained across a page reload. It contains no card data. */
  memory: { get: () => DevicePayment | null; set: (payment: DevicePayment | null) => void }
  show: (view: View) => void
  /** Shows the idle screen. */
  idle: () => void
  cue: (cue: Cue) => void
}

type Message<T extends GatewayMessage['type']> = Extract<GatewayMessage, { type: T }>

/** Display time of a result. */
const resultMs = 4000
/** Time after a payment's deadline before its result counts as lost. */
const graceMs = 5000

/** Handles the payments of a terminal: messages from the gateway and input of the shopper. */
export const createPayments = ({ say, encrypt, memory, show, idle, cue }: PaymentsOptions) => {
  let flow: Flow | null = null
  /** The payment cannot continue; the failure is sent to the gateway. */
  let hasFailed = false
  let encryptionKey: object = {}
  let resultTimer: ReturnType<typeof setTimeout> | undefined
  let deadlineTimer: ReturnType<typeof setTimeout> | undefined

  const tell = (type: 'received' | 'presented' | 'cancel' | 'failure'): void => {
    if (flow) say({ type, session: flow.payment.session })
  }

  const drop = (): void => {
    clearTimeout(deadlineTimer)
    flow = null
    hasFailed = false
    memory.set(null)
  }

  const clearResultTimer = (): void => {
    clearTimeout(resultTimer)
    resultTimer = undefined
  }
  const rest = (): void => {
    clearResultTimer()
    idle()
  }

  const end = (ended: Flow, result: DeviceResult | null): void => {
    drop()
    show({ name: 'ended', flow: { ...ended, card: null }, result })
    cue(result?.state === 'completed' ? 'approved' : 'declined')
    clearResultTimer()
    resultTimer = setTimeout(rest, resultMs)
  }

  const draw = (): void => {
    if (flow) show({ name: 'prompt', step: currentStep(flow), flow })
  }

  const fail = (): void => {
    if (!flow) return
    hasFailed = true
    flow = { ...flow, card: null, sealed: null, isSent: false, isCanceled: true }
    tell('failure')
    draw()
  }

  /** Encrypts the card and sends it with the answers to the prompts. */
  const finish = async (current: Flow): Promise<void> => {
    const card = cardToEncrypt(current)
    const sealed = current.sealed ?? (card && (await encrypt(card, encryptionKey).catch(() => null)))
    // The payment may have ended during encryption, or another may have started.
    if (!flow || !isForSession(flow, current.payment) || currentStep(flow) !== 'ready') return
    if (sealed === null) return fail()
    flow = { ...seal(flow, sealed), isSent: true }
    say(cardMessage(flow))
    draw()
  }

  const advance = (): void => {
    draw()
    if (flow && currentStep(flow) === 'ready') void finish(flow)
  }

  /** Repeats the last message of an open payment, since it may have been lost with the connection. */
  const resendLastMessage = ({ isCanceled, isSent, isPresented }: Flow): void => {
    if (hasFailed) tell('failure')
    else if (isCanceled) tell('cancel')
    else if (isSent) say(cardMessage(flow!))
    else if (isPresented) tell('presented')
  }

  const open = (payment: DevicePayment): void => {
    clearResultTimer()
    clearTimeout(deadlineTimer)
    if (flow && !isForSession(flow, payment)) drop()
    flow = resume(flow, payment)
    memory.set(payment)
    deadlineTimer = setTimeout(() => flow && end(flow, null), payment.endsWithinMs + graceMs)
    if (payment.state === 'sent') tell('received')
    if (payment.state !== 'processing') resendLastMessage(flow)
    advance()
  }

  /** The gateway has no open payment: the previous one, from before a reload too, has ended. */
  const close = (result: DeviceResult | null): void => {
    const remembered = memory.get()
    const last = flow ?? (remembered && begin(remembered))
    if (last) end(last, result && isForSession(last, result) ? result : null)
    else if (resultTimer === undefined) idle()
  }

  return {
    welcome: ({ encryptionKey: key, payment, result }: Message<'welcome'>): void => {
      encryptionKey = key
      if (payment) open(payment)
      else close(result)
    },
    payment: open,
    processing: (message: Message<'processing'>): void => {
      if (!flow || !isForSession(flow, message)) return
      flow = { ...processing(flow), card: null }
      draw()
    },
    result: (result: Message<'result'>): void => {
      if (flow && isForSession(flow, result)) end(flow, result)
    },
    error: (message: Message<'error'>): void => {
      if (!flow || !isForSession(flow, message)) return
      const corrected = correct(flow, message.error)
      if (!corrected) return fail()
      flow = corrected
      draw()
    },
    /** The gateway rejected a message of the payment as invalid. */
    messageRejected: (): void => {
      hasFailed = flow !== null
    },
    /** Drops the payment: the terminal was unpaired or stopped. */
    leave: (): void => {
      drop()
      clearResultTimer()
    },
    answer: <N extends keyof Answers>(name: N, answer?: Parameters<Answers[N]>[1]): void => {
      if (!flow) return
      const wasPresented = flow.isPresented
      flow = applyAnswer(flow, name, answer as Parameters<Answers[N]>[1])
      if (name === 'cancel') tell('cancel')
      else if (flow.isPresented && !wasPresented) tell('presented')
      advance()
    },
    /** Closes the result screen. */
    dismiss: (): void => {
      if (resultTimer !== undefined) rest()
    },
  }
}
