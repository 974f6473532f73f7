import type { DeviceResult } from '#contract/terminals/device'
import type { Answers, Flow, Step } from './payment/flow.ts'

/** The current screen and its data. */
export type View =
  /** The browser lacks a required feature. */
  | { readonly name: 'unsupported'; readonly lack: 'encryption' | 'storage' }
  | { readonly name: 'connecting' }
  | { readonly name: 'code'; readonly code: string; readonly expiresAtMs: number }
  | { readonly name: 'paired'; readonly nickname: string }
  | { readonly name: 'idle'; readonly nickname: string }
  | { readonly name: 'prompt'; readonly step: Step; readonly flow: Flow }
  /** `result` is null if the terminal never received one. */
  | { readonly name: 'ended'; readonly flow: Flow; readonly result: DeviceResult | null }
  | { readonly name: 'unrecognized'; readonly nickname: string }
  | { readonly name: 'replaced'; readonly nickname: string }

export type ViewName = View['name']
export type ViewOf<N extends ViewName> = Extract<View, { name: N }>

export type ConnectionStatus = 'online' | 'connecting' | 'offline'

/** Sound effects. */
export type Cue = 'key' | 'read' | 'approved' | 'declined'

/** User actions. */
export interface Actions {
  answer: <N extends keyof Answers>(name: N, answer?: Parameters<Answers[N]>[1]) => void
  /** Closes the result screen. */
  dismiss: () => void
  /** Takes over from another window or device. */
  useHere: () => void
  /** Deletes the key and shows a pairing code. */
  forget: () => void
  cue: (cue: Cue) => void
}
