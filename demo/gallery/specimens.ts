import { NETWORKS } from '#contract/card/networks'
import { type Layout, LAYOUTS } from '#contract/card/framePort'
import type { Language } from './languages.ts'

/** Widths of the card form: on both sides of each layout breakpoint, and on phones. */
export const WIDTHS = [800, 440, 390, 320, 280] as const

/** Buttons below a specimen, by the method of the element that they call. */
export const ACTS = {
  report: 'Show errors',
  tokenize: 'Get a token',
  declined: 'Decline',
  reset: 'Reset',
} as const

/** A card form that is filled in: the texts of its fields in order, and what happened then. */
export type ShownState = { typed: readonly string[]; after?: 'report' | 'processing' | 'decline' }

/** One `<sluice-card>` in the gallery. */
export type Specimen = {
  /** Anchor of the page, and value of `?only=`. */
  id: string
  title: string
  /** Language of the title, if not that of the page. */
  language?: string
  /** What the gallery shows in place of the live form, which no page can fill in. The live form is at `?only=`. */
  shown?: ShownState
  /** Instruction or explanation; for the live form, if a state is shown. */
  hint?: string
  /** Texts to paste into the form. */
  copies?: readonly string[]
  acts?: readonly (keyof typeof ACTS)[]
  attributes?: Readonly<Record<string, string>>
  width?: (typeof WIDTHS)[number] | 'free'
  /** Overrides the page's colour scheme. */
  scheme?: 'light' | 'dark'
  /** Class in gallery.css with a merchant's styles. */
  look?: string
  /** The merchant's own text for a form that fails to load. */
  instead?: string
}

export type Section = { id: string; title: string; about: string; specimens: readonly Specimen[]; filter?: string }

const isSet = ''
/** Never resolves (RFC 6761). */
export const UNREACHABLE = 'https://unreachable.invalid'

type Fields = { id: string; title: string; left: Record<string, string> }

const fields: readonly Fields[] = [
  { id: 'no-name', title: 'no name', left: { 'no-name': isSet } },
  { id: 'no-postal-code', title: 'no postal code', left: { 'no-postal-code': isSet } },
  { id: 'card-alone', title: 'card only', left: { 'no-name': isSet, 'no-postal-code': isSet } },
]
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const inWidth = (layout: Layout) => (width: (typeof WIDTHS)[number]) => ({
  id: `layout-${layout}-${width}`,
  title: `${capital(layout)}, ${width} px`,
  attributes: { layout },
  width,
})

const withFewer =
  (layout: Layout) =>
  ({ id, title, left }: Fields) => ({
    id: `layout-${layout}-${id}`,
    title: `${capital(layout)}, ${title}`,
    attributes: { layout, ...left },
  })

const layouts: Section = {
  id: 'layouts',
  title: 'Layouts',
  about: 'Three layouts. Each adapts to its width and reserves its height before it loads.',
  specimens: [
    { id: 'layout-free', title: 'Any width', hint: 'Drag the bottom corner to resize.', width: 'free' },
    ...LAYOUTS.flatMap((layout): Specimen[] =>
      WIDTHS.map<Specimen>(inWidth(layout)).concat(fields.map(withFewer(layout))),
    ),
  ],
}

/** Networks with number ranges; co-badge networks have none. */
const networks = Object.values(NETWORKS).flatMap(({ title, ranges: [range] }) =>
  range ? [{ title, beginning: range[0] }] : [],
)

/** Number, expiry, security code, name and postal code of a test card. */
const valid = ['4242 4242 4242 4242', '12/44', '123', 'Robin Miller', '46201']

const states: Section = {
  id: 'states',
  title: 'States',
  about: 'The form as shoppers see it in each state. “Try it” opens a live form.',
  specimens: [
    { id: 'state-empty', title: 'Empty' },
    {
      id: 'state-filled',
      title: 'Filled',
      shown: { typed: valid },
      hint: 'Paste these into the fields in order.',
      copies: valid,
      acts: ['tokenize', 'reset'],
    },
    {
      id: 'state-help',
      title: 'Help',
      hint: 'Paste a number, then focus the security code to see its help.',
      copies: ['5555 5555 5555 4444', '3782 822463 10005'],
    },
    {
      id: 'state-networks',
      title: 'Networks',
      hint: `The first digits are enough: ${networks.map(({ title }) => title).join(', ')}.`,
      copies: networks.map(({ beginning }) => beginning),
    },
    {
      id: 'state-two-networks',
      title: 'Two networks on one card',
      shown: { typed: ['4000 0025 0000 1001'] },
      hint: 'The shopper may choose a network.',
      copies: ['4000 0025 0000 1001', '5555 5525 0000 1001'],
    },
    {
      id: 'state-missing',
      title: 'Missing',
      shown: { typed: [], after: 'report' },
      hint: 'After clicking “Pay” with empty fields.',
      acts: ['report', 'reset'],
    },
    {
      id: 'state-incomplete',
      title: 'Incomplete',
      shown: { typed: ['4242 4242', '1', '12', ...valid.slice(3)], after: 'report' },
      hint: 'Paste one of these into its field, then leave the field.',
      copies: ['4242 4242', '1', '12'],
    },
    {
      id: 'state-wrong',
      title: 'Invalid',
      shown: { typed: ['4242 4242 4242 4243', ...valid.slice(1)], after: 'report' },
      hint: 'One digit is wrong. The error appears when the field loses focus and updates while typing.',
      copies: ['4242 4242 4242 4243'],
    },
    {
      id: 'state-expired',
      title: 'Expired',
      shown: { typed: valid.with(1, '01/20'), after: 'report' },
      hint: 'Paste it into the expiry field, then leave the field.',
      copies: ['01/20'],
    },
    {
      id: 'state-processing',
      title: 'Processing',
      shown: { typed: valid, after: 'processing' },
      hint: 'Fill in the form, then get a token. The fields are locked until the response arrives.',
      copies: ['4242 4242 4242 4242', '12/30', '123', 'Robin Miller'],
      acts: ['tokenize'],
    },
    {
      id: 'state-declined',
      title: 'Declined',
      shown: { typed: valid, after: 'decline' },
      hint: 'Only the security code is cleared and must be entered again.',
      copies: ['4242 4242 4242 4242', '12/30', '123'],
      acts: ['declined'],
    },
    { id: 'state-disabled', title: 'Disabled', attributes: { disabled: isSet } },
    {
      id: 'state-unreachable',
      title: 'Form fails to load',
      hint: 'After three attempts an error is shown.',
      attributes: { gateway: UNREACHABLE },
    },
    {
      id: 'state-unreachable-own',
      title: 'Form fails to load, with the merchant’s text',
      attributes: { gateway: UNREACHABLE },
      instead: 'Card payments are unavailable. Place your order and we’ll send you a payment link.',
    },
  ],
}

type Preset = { id: string; title: string; hint?: string; members: Record<string, string> }

const presets: readonly Preset[] = [
  {
    id: 'accent',
    title: 'Accent only',
    members: { formAccentColor: '#0f766e' },
  },
  {
    id: 'sun',
    title: 'Background only',
    hint: 'Text, borders and errors are derived with enough contrast.',
    members: { formBackgroundColor: '#ffd84d' },
  },
  {
    id: 'paper',
    title: 'Paper',
    members: {
      formBackgroundColor: '#f3efe6',
      formTextColor: '#2b2620',
      formAccentColor: '#a8481a',
      formInputBackgroundColor: '#fffdf8',
    },
  },
  {
    id: 'midnight',
    title: 'Midnight',
    members: {
      formBackgroundColor: '#10162b',
      formTextColor: '#e8ecff',
      formAccentColor: '#8ab4ff',
      formInputBackgroundColor: '#1a2344',
      formBorderColor: '#6276b5',
    },
  },
  {
    id: 'moss',
    title: 'Moss',
    members: {
      formBackgroundColor: '#16321f',
      formTextColor: '#eef5ec',
      formAccentColor: '#a3e078',
      inputVariant: 'filled',
    },
  },
  {
    id: 'rose',
    title: 'Rose',
    members: { formBackgroundColor: '#fff1f2', formAccentColor: '#be123c', alertColor: '#9f1239' },
  },
  {
    id: 'ink',
    title: 'Ink',
    members: {
      formBackgroundColor: '#ffffff',
      formTextColor: '#000000',
      formAccentColor: '#000000',
      formBorderColor: '#000000',
      inputVariant: 'standard',
    },
  },
]

const variants = ['outlined', 'filled', 'standard'] as const
const schemes = ['light', 'dark'] as const

const themes: Section = {
  id: 'themes',
  title: 'Themes',
  about: 'The merchant’s colours, set as an attribute or in a style sheet.',
  specimens: [
    ...variants.flatMap((inputVariant) =>
      schemes.map((scheme) => ({
        id: `theme-${inputVariant}-${scheme}`,
        title: `${capital(inputVariant)}, ${scheme}`,
        attributes: { appearance: JSON.stringify({ inputVariant }) },
        scheme,
      })),
    ),
    ...presets.map(({ id, title, hint, members }) => ({
      id: `theme-${id}`,
      title,
      hint,
      attributes: { appearance: JSON.stringify(members) },
    })),
    {
      id: 'theme-style-sheet',
      title: 'From a style sheet',
      hint: 'Custom properties on the element, and ::part(form) around it.',
      look: 'harbour',
    },
  ],
}

const languagesOf = (languages: readonly Language[]): Section => ({
  id: 'languages',
  title: 'Languages',
  about: 'All languages: labels, errors, help and screen reader texts. Digits stay left to right.',
  filter: 'Find a language',
  specimens: languages.map(({ tag, own, english }) => ({
    id: `language-${tag}`,
    title: own,
    language: tag,
    hint: `${english}, ${tag}`,
    acts: ['report'],
    attributes: { locale: tag },
    width: 440,
  })),
})

/** All sections in order. */
export const sectionsOf = (languages: readonly Language[]): Section[] => [
  layouts,
  states,
  themes,
  languagesOf(languages),
]

/** The states that are shown filled in, by id. */
export const shownStates = (): ReadonlyMap<string, ShownState> =>
  new Map(states.specimens.flatMap(({ id, shown }) => (shown ? [[id, shown] as const] : [])))
