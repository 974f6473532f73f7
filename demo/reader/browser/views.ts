import type { DeviceResult } from '#contract/terminals/device'
import type { Answers, Flow, Step } from './payment/flow.ts'

/** What stands on the screen: one of these at a time. */
export type View =
  /** The browser lacks what a reader needs. */
  | { readonly name: 'unable'; readonly lack: 'encryption' | 'storage' }
  | { readonly name: 'connecting' }
  | { readonly name: 'code'; readonly code: string; readonly expiresAtMs: number }
  | { readonly name: 'paired'; readonly nickname: string }
  | { readonly name: 'idle'; readonly nickname: string }
  | { readonly name: 'prompt'; readonly step: Step; readonly flow: Flow }
  /** Without a result where the reader never heard of one. */
  | { readonly name: 'ended'; readonly flow: Flow; readonly result: DeviceResult | null }
  | { readonly name: 'refused'; readonly nickname: string }
  | { readonly name: 'elsewhere'; readonly nickname: string }

export type ViewName = View['name']
export type ViewOf<N extends ViewName> = Extract<View, { name: N }>

export type Light = 'online' | 'connecting' | 'offline'

/** What is to be heard. */
export type Cue = 'key' | 'read' | 'approved' | 'declined'

/** What a person does at the screen. */
export interface Acts {
  answer: <N extends keyof Answers>(name: N, answer?: Parameters<Answers[N]>[1]) => void
  /** The result was seen. */
  dismiss: () => void
  /** Takes the reader over from where else it is open. */
  useHere: () => void
  /** Forgets the key. The reader shows a code again. */
  forget: () => void
  cue: (cue: Cue) => void
}
