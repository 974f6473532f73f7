import type { BrandMember } from '#contract/checkouts/appearance'
import type { Member as ThemeMember } from '#contract/theme/checkoutTokens'
import { BRAND_CHOICES, type BrandKind, brandKind, isBrandMember } from './brandMembers.ts'
import { checkoutKind, type CheckoutKind, type CheckoutMember, isCheckoutMember } from './checkoutMembers.ts'

export type { ThemeMember }
export type AppearanceMember = ThemeMember | BrandMember

/** A member with a control: of an appearance, or of a checkout beside it. */
export type Member = AppearanceMember | CheckoutMember

export type ThemeKind = 'color' | 'iconTheme' | 'inputVariant'
export type Kind = ThemeKind | BrandKind | CheckoutKind

/** Values of an appearance's members that have a name. */
export const CHOICES = {
  iconTheme: ['light', 'dark'],
  inputVariant: ['outlined', 'filled', 'standard'],
  ...BRAND_CHOICES,
} as const satisfies Partial<Record<Kind, readonly string[]>>

export const themeKind = (member: ThemeMember): ThemeKind => {
  if (member === 'inputVariant') return 'inputVariant'
  return member.endsWith('IconTheme') ? 'iconTheme' : 'color'
}

export const memberKind = (member: Member): Kind => {
  if (isCheckoutMember(member)) return checkoutKind(member)
  return isBrandMember(member) ? brandKind(member) : themeKind(member)
}

export type Group = {
  id: string
  title: string
  about: string
  /** Labels within the group. */
  members: Readonly<Partial<Record<Member, string>>>
}

/** All members: those of the checkout, and those of its appearance, grouped by their place on the page. */
export const GROUPS: readonly Group[] = [
  {
    id: 'checkout',
    title: 'Checkout',
    about: 'Currency, shipping, return links and what the form asks for. Not part of the appearance.',
    members: {
      currency: 'Currency',
      shipping: 'Shipping',
      cancelUrl: 'Cancel URL',
      thankYouUrl: 'Thank-you URL',
      returnAutomatically: 'Seconds until return',
      collectPhone: 'Phone',
      consents: 'Consents (JSON)',
      allowRemoval: 'Remove saved cards',
    },
  },
  {
    id: 'choices',
    title: 'Choices',
    about:
      'What the shopper can choose. Each control suggests a list. Tax and discount of the sample are then left out.',
    members: {
      items: 'Items, pictures, quantities',
      discounts: 'Promo codes',
      shippingOptions: 'Ways of shipping',
      taxRates: 'Tax rates',
    },
  },
  {
    id: 'brand',
    title: 'Brand',
    about: 'Font, shape and cards.',
    members: {
      fontFamily: 'Font',
      fontUrl: 'Font file',
      textSize: 'Text size in percent',
      radius: 'Corners in pixels',
      spacing: 'Spacing',
      contrast: 'Contrast of derived text',
      faviconUrl: 'Favicon',
      acceptedNetworks: 'Accepted cards',
      statementDescriptor: 'Statement text',
    },
  },
  {
    id: 'invoice',
    title: 'Invoice',
    about: 'Items and total.',
    members: {
      invoiceBackgroundColor: 'Background',
      invoiceTextColor: 'Text',
      invoiceAccentColor: 'Total and links',
      invoiceBorderColor: 'Lines',
      invoiceButtonBackgroundColor: 'Button',
      invoiceButtonTextColor: 'Button text',
      invoiceIconTheme: 'Icons',
    },
  },
  {
    id: 'form',
    title: 'Form',
    about: 'The panel with the payment form.',
    members: {
      formBackgroundColor: 'Background',
      formTextColor: 'Text',
      formTitleColor: 'Titles',
      formLabelColor: 'Labels',
      formAccentColor: 'Accent',
      formIconTheme: 'Icons',
    },
  },
  {
    id: 'fields',
    title: 'Fields',
    about: 'Text inputs.',
    members: {
      inputVariant: 'Shape',
      formInputBackgroundColor: 'Background',
      formInputTextColor: 'Text',
      formBorderColor: 'Border',
      inputColor: 'Focus and caret',
    },
  },
  {
    id: 'buttons',
    title: 'Pay button',
    about: 'Hover and disabled colours are derived.',
    members: { formButtonBackgroundColor: 'Background', formButtonTextColor: 'Text' },
  },
  {
    id: 'tabs',
    title: 'Tabs',
    about: 'Card and bank account.',
    members: { tabBackgroundSelected: 'Selected', tabBackgroundDefault: 'Not selected' },
  },
  {
    id: 'states',
    title: 'States',
    about: 'Errors and success messages.',
    members: { alertColor: 'Errors', successColor: 'Success' },
  },
  {
    id: 'phone',
    title: 'Phone',
    about: 'Overrides for the one-column layout.',
    members: {
      invoiceMobileBackgroundColor: 'Invoice background',
      invoiceMobileTextColor: 'Invoice text',
      mobileBackgroundColor: 'Form background',
      mobileTextColor: 'Form text',
      mobileTitleColor: 'Titles',
      mobileLabelColor: 'Labels',
      mobileAccentColor: 'Accent',
      mobileInputBackgroundColor: 'Field background',
      mobileInputTextColor: 'Field text',
      mobileInputBorderColor: 'Field border',
      mobileButtonBackgroundColor: 'Button',
      mobileButtonTextColor: 'Button text',
      mobileIconTheme: 'Icons',
    },
  },
]

export const MEMBERS = GROUPS.flatMap(({ members }) => Object.keys(members) as Member[])

export const APPEARANCE_MEMBERS = MEMBERS.filter((member) => !isCheckoutMember(member))

/** The members of an appearance that set colours and the shape of fields. */
export const THEME_MEMBERS = APPEARANCE_MEMBERS.filter((member) => !isBrandMember(member))

const titles = new Map(
  GROUPS.flatMap(({ title, members }) =>
    Object.entries(members).map(([member, label]) => [member, `${title}, ${label.toLowerCase()}`] as const),
  ),
)

/** A member's label with its group, for use outside of the group. */
export const memberTitle = (member: Member): string => titles.get(member) ?? member
