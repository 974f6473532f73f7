/**
 * The steps of a story: requests as data, whose responses are recorded, and changes of the world between them. A text may contain
 * `{{name.path}}`, a member of the response of an earlier step.
 */

/** The API keys of a story. `team` is a live key, after the change `team`. `none` sends no key. */
export type ExampleKey = 'secret' | 'publishable' | 'reports' | 'team' | 'none'

interface RequestData {
  readonly operation: string
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Without x-api-key and Content-Type. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Number of spaces after the body. */
  readonly padding?: number
  /** Default: the secret key. A text in braces is the key of an earlier response. */
  readonly key?: ExampleKey | `{{${string}}}`
}

/** A request of the API that is printed with its response. */
export interface ExampleRequest extends RequestData {
  /** Unique name, which placeholders use: letters, digits and hyphens. */
  readonly example: string
  /** In plain words, subject first: "Visa card with an address". */
  readonly title: string
  /** Steps while the request waits for its response, such as a card that is presented at a terminal. */
  readonly meanwhile?: readonly (HiddenRequest | Change)[]
}

/** A request that only prepares later ones. */
export interface HiddenRequest extends RequestData {
  readonly prepare: string
  /** Sends it without waiting for the response, for which a step `finish` waits. */
  readonly background?: true
}

/** A request of a shopper's browser to a page of the gateway. */
export interface PageRequest {
  readonly page: string
  readonly send: `${'GET' | 'POST'} /checkout/${string}`
  readonly body?: unknown
}

/** A change of the world around the gateway. */
export type Change =
  /** Time passes. */
  | { readonly change: 'time'; readonly seconds: number }
  /** The minute cron runs. */
  | { readonly change: 'sweep' }
  /** `silent` does not respond, `unreachable` cannot be connected to. */
  | { readonly change: 'processor'; readonly is: 'up' | 'silent' | 'unreachable' }
  | { readonly change: 'database'; readonly is: 'up' | 'away' | 'broken' }
  /** The rate limits that are exceeded. */
  | { readonly change: 'limits'; readonly exceeded: readonly string[] }
  /** The status with which the shop's server responds to webhooks. Null: it does not respond. */
  | { readonly change: 'receiver'; readonly status: number | null }
  /** Two people have joined the shop's team, and it has a live key with the scopes of the team. */
  | { readonly change: 'team' }
  /** Waits for the response to a request in the background. */
  | { readonly change: 'finish'; readonly request: string }
  /** Waits until a member of a resource has a value. */
  | {
      readonly change: 'until'
      readonly operation: string
      readonly path: Readonly<Record<string, string>>
      readonly member: string
      readonly is: unknown
    }

export type StoryStep = ExampleRequest | HiddenRequest | PageRequest | Change

/** Examples that are played in one world, one after another. */
export interface Story {
  readonly name: string
  /** UTC time of its first step, after the steps of the shop that all stories begin with. */
  readonly begin: string
  readonly steps: readonly StoryStep[]
}
