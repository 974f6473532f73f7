/**
 * What passes between a merchant's page and the card frame. The page learns state and tokens, never digits that the
 * shopper typed (but for the last four, together with the token). Both ends check every message by hand against these
 * tables, and drop what is not in them.
 *
 * The script may be older than the frame, since a page may pin its version. So these tables only grow: new messages, new
 * members from the frame, and new members of the configuration, which has a value for each that is absent.
 */

/** Messages by their type, each with an example of every member: what is taken has members of the same kinds. */
export type Shapes = Record<string, Record<string, boolean | string | number | object>>
export type Message<S extends Shapes> = { [T in keyof S]: { type: T } & S[T] }[keyof S]

/** The two window messages of the handshake: the frame says hello, the page answers with a port. */
export const HELLO = 'sluice:hello'
export const CONNECT = 'sluice:connect'

/** Members of a card form, as the page sees them. */
export const FIELD_NAMES = ['number', 'expiry', 'code', 'name', 'postalCode'] as const
export type FieldName = (typeof FIELD_NAMES)[number]

/** Why a field is not right: nothing typed, digits are lacking, not a possible value, or a month that is over. */
export type FieldError = 'missing' | 'incomplete' | 'wrong' | 'past'

/**
 * How the fields are arranged, where there is room: number, expiry and code in one joined row; each field on a line of its
 * own; or the number alone above pairs of fields. The first is the default.
 */
export const LAYOUTS = ['row', 'stack', 'grid'] as const
export type Layout = (typeof LAYOUTS)[number]

/** From any frame of ours to the page around it. */
export const FROM_ANY_FRAME = {
  /** In CSS pixels: as much as its content needs at the width that it has. */
  height: { height: 0 },
  /** Texts of the frame's locale for the page's side: the frame's title. */
  texts: { title: '' },
  focus: {},
  blur: {},
  /** Escape was pressed, and nothing in the frame had a use for it. */
  escape: {},
}

/** From the card frame to the page. */
export const FROM_FRAME = {
  ...FROM_ANY_FRAME,
  /** `edited`: the shopper is behind it, not a reset or a new configuration. `errors` are those on display. */
  state: { complete: false, empty: true, edited: false, brand: 'unknown', errors: {} as Record<string, string> },
  /** The shopper typed: whatever token there is no longer fits. */
  input: {},
  /** The frame's title, and what to say while it is not filled. */
  texts: { title: '', missing: '' },
  token: { id: 0, token: '', network: '', last4: '', expiry: '' },
  /** `code` is a short name of the reason, `text` its sentence, `errors` the fields that are to blame. */
  failed: { id: 0, code: '', text: '', errors: {} as Record<string, string> },
  /** Enter was pressed in a field. */
  submit: {},
}
export type FromFrame = Message<typeof FROM_FRAME>

/**
 * How the frame looks and what it asks for, with what holds where the page does not say. The page gives it in the frame's
 * URL, and again when it changes.
 */
const CONFIGURATION = {
  disabled: false,
  /** One of LAYOUTS; anything else is the first. */
  layout: '',
  askName: true,
  askPostalCode: true,
  /** `light` or `dark`: what the page around the element uses. */
  scheme: '',
  /** The appearance members as JSON, or an empty string. */
  appearance: '',
  /** What the custom properties of the page say, by their names, as JSON; the appearance wins. */
  properties: '',
  /** The wanted language as a BCP 47 tag; the frame speaks the nearest that there is. */
  locale: '',
  /** The merchant's own words in place of some of ours: a part of `Texts` as JSON, or an empty string. */
  texts: '',
}
export type Configuration = typeof CONFIGURATION

/** From the page to the frame. */
export const FROM_PAGE = {
  /** With members of a Configuration. */
  configure: {},
  tokenize: { id: 0 },
  reset: {},
  /** Show every error and put focus on the first field that has one. */
  report: {},
  /** Put focus on the first field that wants something. */
  focus: {},
  /** The payment was declined: the security code is to be typed again. `text` may replace our sentence. */
  declined: { text: '' },
}
export type FromPage = Message<typeof FROM_PAGE>

/**
 * The configuration that some data holds. What is absent or of another type is as if the page had not said it: a page that
 * pins an older script knows fewer members.
 */
export const readConfiguration = (data: unknown): Configuration => {
  const given = Object(data) as Record<string, unknown>
  const entries = Object.entries(CONFIGURATION)
  return Object.fromEntries(
    entries.map(([member, standard]) => [member, typeof given[member] === typeof standard ? given[member] : standard]),
  ) as Configuration
}

/** The message that some data is, or null: of an unknown type, or with a member that is absent or of another kind. */
export const readMessage = <S extends Shapes>(shapes: S, data: unknown): Message<S> | null => {
  const message = Object(data) as Record<string, unknown> & { type: string }
  const fits =
    Object.keys(shapes).includes(message.type) &&
    Object.entries(shapes[message.type]!).every(([name, example]) => message[name]?.constructor === example.constructor)
  return fits ? (message as Message<S>) : null
}
