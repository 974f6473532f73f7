import { NETWORKS } from '#contract/card/networks'
import { type Layout, LAYOUTS } from '#contract/card/framePort'
import type { Language } from './languages.ts'

/** Widths of the card form: each side of both places where its layout changes, and what phones leave for it. */
export const WIDTHS = [800, 440, 390, 320, 280] as const

/** What a button below a specimen calls: the element's own methods. */
export const ACTS = {
  report: 'Show what is missing',
  tokenize: 'Get a token',
  declined: 'Decline',
  reset: 'Reset',
} as const

/** One `<sluice-card>` on show. */
export type Specimen = {
  /** Its place in the page, and its name in `?only=`. */
  id: string
  title: string
  /** The language of the title, where it is not that of the page. */
  language?: string
  /** What to do, or what to look at. */
  hint?: string
  /** Texts to paste into the form. */
  copies?: readonly string[]
  acts?: readonly (keyof typeof ACTS)[]
  attributes?: Readonly<Record<string, string>>
  width?: (typeof WIDTHS)[number] | 'free'
  /** A colour scheme of its own, whatever the page has. */
  scheme?: 'light' | 'dark'
  /** A class of gallery.css, for what a merchant's style sheet does. */
  look?: string
  /** What the merchant shows where the form cannot be loaded. */
  instead?: string
}

export type Section = { id: string; title: string; about: string; specimens: readonly Specimen[]; filter?: string }

const isSet = ''
/** Never resolves, as RFC 6761 says. */
export const UNREACHABLE = 'https://unreachable.invalid'

type Fields = { id: string; title: string; left: Record<string, string> }

const fields: readonly Fields[] = [
  { id: 'no-name', title: 'no name', left: { 'no-name': isSet } },
  { id: 'no-postal-code', title: 'no postal code', left: { 'no-postal-code': isSet } },
  { id: 'card-alone', title: 'the card alone', left: { 'no-name': isSet, 'no-postal-code': isSet } },
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
  about:
    'Three arrangements. Each finds its own form for the width it is given; its height is reserved before it loads.',
  specimens: [
    { id: 'layout-free', title: 'Any width', hint: 'Drag the corner at the lower end.', width: 'free' },
    ...LAYOUTS.flatMap((layout): Specimen[] =>
      WIDTHS.map<Specimen>(inWidth(layout)).concat(fields.map(withFewer(layout))),
    ),
  ],
}

/** Those that have numbers of their own; a second network on a card has none. */
const networks = Object.values(NETWORKS).flatMap(({ title, ranges: [range] }) =>
  range ? [{ title, beginning: range[0] }] : [],
)

const states: Section = {
  id: 'states',
  title: 'States',
  about:
    'This page cannot type into the form, as no page can: what has to be typed is yours to type. Choose a text to copy it.',
  specimens: [
    { id: 'state-empty', title: 'Empty' },
    {
      id: 'state-filled',
      title: 'Filled',
      hint: 'Paste these one after the other.',
      copies: ['4242 4242 4242 4242', '12/30', '123', 'Robin Miller', '46201'],
      acts: ['tokenize', 'reset'],
    },
    {
      id: 'state-help',
      title: 'Help',
      hint: 'Paste a number and go into the security code: it says where to look on this card.',
      copies: ['5555 5555 5555 4444', '3782 822463 10005'],
    },
    {
      id: 'state-networks',
      title: 'Networks',
      hint: `The beginning of a number is enough: ${networks.map(({ title }) => title).join(', ')}.`,
      copies: networks.map(({ beginning }) => beginning),
    },
    {
      id: 'state-two-networks',
      title: 'Two networks on one card',
      hint: 'The shopper may choose one, and need not.',
      copies: ['4000 0025 0000 1001', '5555 5525 0000 1001'],
    },
    { id: 'state-missing', title: 'Missing', hint: 'As after pressing “Pay” too early.', acts: ['report', 'reset'] },
    {
      id: 'state-incomplete',
      title: 'Incomplete',
      hint: 'Paste one of these into its field, then leave the field.',
      copies: ['4242 4242', '1', '12'],
    },
    {
      id: 'state-wrong',
      title: 'Wrong',
      hint: 'A digit too high. The error comes when the field is left, and follows the typing.',
      copies: ['4242 4242 4242 4243'],
    },
    {
      id: 'state-expired',
      title: 'Expired',
      hint: 'Paste it into the expiry, then leave the field.',
      copies: ['01/20'],
    },
    {
      id: 'state-processing',
      title: 'Processing',
      hint: 'Fill it in, then get a token: the fields are locked until the answer comes.',
      copies: ['4242 4242 4242 4242', '12/30', '123', 'Robin Miller'],
      acts: ['tokenize'],
    },
    {
      id: 'state-declined',
      title: 'Declined',
      hint: 'The security code is emptied and asked for; all else stays.',
      copies: ['4242 4242 4242 4242', '12/30', '123'],
      acts: ['declined'],
    },
    { id: 'state-disabled', title: 'Disabled', attributes: { disabled: isSet } },
    {
      id: 'state-unreachable',
      title: 'A form that does not load',
      hint: 'Tried three times in some seconds, then the shopper is told.',
      attributes: { gateway: UNREACHABLE },
    },
    {
      id: 'state-unreachable-own',
      title: 'The same, in the merchant’s words',
      attributes: { gateway: UNREACHABLE },
      instead: 'We cannot take cards right now. Order, and we send you a link to pay.',
    },
  ],
}

type Preset = { id: string; title: string; hint?: string; members: Record<string, string> }

const presets: readonly Preset[] = [
  {
    id: 'accent',
    title: 'An accent, nothing more',
    members: { formAccentColor: '#0f766e' },
  },
  {
    id: 'sun',
    title: 'A background alone',
    hint: 'Text, edges and errors are derived, with the contrast they need.',
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
  about: 'The merchant’s colours, member by member: as an attribute, or from the merchant’s style sheet.',
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
  about:
    'Every language that the gateway speaks. Labels, errors, help and what screen readers say; digits stay left to right.',
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

/** Everything on show, in its order. */
export const sectionsOf = (languages: readonly Language[]): Section[] => [
  layouts,
  states,
  themes,
  languagesOf(languages),
]
