/**
 * Messages between a merchant's page and the card frame. The page receives state and tokens, and no card digits except the last four,
 * together with the token. Both ends validate every message against these tables and drop all others.
 *
 * A page may pin an older version of the script than the frame's. So these tables only grow: new messages, new members of the frame's
 * messages, and new members of the configuration, which has a default for each.
 */

/** Messages by type, each with an example value for every member. A valid message has members of the same types. */
export type Shapes = Record<string, Record<string, boolean | string | number | object>>
export type Message<S extends Shapes> = { [T in keyof S]: { type: T } & S[T] }[keyof S]

/** The two window messages of the handshake: the frame sends HELLO, the page replies CONNECT with a MessagePort. */
export const HELLO = 'sluice:hello'
export const CONNECT = 'sluice:connect'

/** Names of the fields of a card form. */
export const FIELD_NAMES = ['number', 'expiry', 'code', 'name', 'postalCode'] as const
export type FieldName = (typeof FIELD_NAMES)[number]

/** Validation errors of a field: empty, too few digits, invalid value, expiry in the past, and in a checkout a network that it does not accept. */
export type FieldError = 'missing' | 'incomplete' | 'wrong' | 'past' | 'notAccepted'

/**
 * Layouts of the fields on a wide page: number, expiry and code joined in one row; each field on its own line; or the number above
 * expiry and code. The first is the default.
 */
export const LAYOUTS = ['row', 'stack', 'grid'] as const
export type Layout = (typeof LAYOUTS)[number]

/** From every Sluice frame to the page around it. */
export const FROM_ANY_FRAME = {
  /** Height of the content at the current width, in CSS pixels. */
  height: { height: 0 },
  /** Localized texts for the page: the frame's title. */
  texts: { title: '' },
  focus: {},
  blur: {},
  /** Escape was pressed, and the frame did not handle it. */
  escape: {},
}

/** From the card frame to the page. */
export const FROM_FRAME = {
  ...FROM_ANY_FRAME,
  /** `edited` is true after input by the shopper, false after a reset or a new configuration. `errors` are the visible errors. */
  state: { complete: false, empty: true, edited: false, brand: 'unknown', errors: {} as Record<string, string> },
  /** The shopper typed, so an existing token is stale. */
  input: {},
  /** The frame's title, and the message for an incomplete form. */
  texts: { title: '', missing: '' },
  token: { id: 0, token: '', network: '', last4: '', expiry: '' },
  /** `code` identifies the error, `text` describes it, `errors` has the invalid fields. */
  failed: { id: 0, code: '', text: '', errors: {} as Record<string, string> },
  /** Enter was pressed in a field. */
  submit: {},
}
export type FromFrame = Message<typeof FROM_FRAME>

/**
 * The frame's configuration with its defaults. The page passes it in the frame's URL, and in a message after each change.
 */
const CONFIGURATION = {
  disabled: false,
  /** One of LAYOUTS; other values mean the first. */
  layout: '',
  askName: true,
  askPostalCode: true,
  /** Whether a digit typed after a complete number goes into the expiry. */
  advance: true,
  /** `light` or `dark`, the color scheme of the page around the element. */
  scheme: '',
  /** The members of the appearance as JSON, or an empty string. */
  appearance: '',
  /** The page's CSS custom properties by name, as JSON. The appearance takes precedence. */
  properties: '',
  /** The requested language as a BCP 47 tag; the frame uses the closest available locale. */
  locale: '',
  /** The merchant's replacements of built-in texts: a subset of `Texts` as JSON, or an empty string. */
  texts: '',
}
export type Configuration = typeof CONFIGURATION

/** From the page to the frame. */
export const FROM_PAGE = {
  /** Has members of a Configuration. */
  configure: {},
  tokenize: { id: 0 },
  reset: {},
  /** Shows every error and focuses the first invalid field. */
  report: {},
  /** Focuses the first incomplete field. */
  focus: {},
  /** The payment was declined, so the shopper must retype the security code. `text` replaces the built-in message. */
  declined: { text: '' },
}
export type FromPage = Message<typeof FROM_PAGE>

/**
 * Reads a configuration. Absent members and members of another type get their defaults: a page that pins an older script sends fewer
 * members.
 */
export const readConfiguration = (data: unknown): Configuration => {
  const input = Object(data) as Record<string, unknown>
  const entries = Object.entries(CONFIGURATION)
  return Object.fromEntries(
    entries.map(([member, fallback]) => [member, typeof input[member] === typeof fallback ? input[member] : fallback]),
  ) as Configuration
}

/** Reads a message. Null if its type is unknown, or a member is absent or of another type. */
export const readMessage = <S extends Shapes>(shapes: S, data: unknown): Message<S> | null => {
  const message = Object(data) as Record<string, unknown> & { type: string }
  const isValid =
    Object.keys(shapes).includes(message.type) &&
    Object.entries(shapes[message.type]!).every(([name, example]) => message[name]?.constructor === example.constructor)
  return isValid ? (message as Message<S>) : null
}
