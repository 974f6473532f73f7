import type { Member } from '#contract/theme/checkoutTokens'

export type { Member }

export type Kind = 'color' | 'iconTheme' | 'inputVariant'

/** What a member that is no colour may be. */
export const CHOICES: Readonly<Record<Exclude<Kind, 'color'>, readonly string[]>> = {
  iconTheme: ['light', 'dark'],
  inputVariant: ['outlined', 'filled', 'standard'],
}

export const kindOf = (member: Member): Kind => {
  if (member === 'inputVariant') return 'inputVariant'
  return member.endsWith('IconTheme') ? 'iconTheme' : 'color'
}

export type Group = {
  id: string
  title: string
  about: string
  /** What each is called where its group is known. */
  members: Readonly<Partial<Record<Member, string>>>
}

/** All members of an appearance, as a designer thinks of them: what stands together on the page stands together here. */
export const GROUPS: readonly Group[] = [
  {
    id: 'invoice',
    title: 'Invoice',
    about: 'What is being paid.',
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
    about: 'The panel where the shopper pays.',
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
    about: 'Boxes to type into.',
    members: {
      inputVariant: 'Shape',
      formInputBackgroundColor: 'Background',
      formInputTextColor: 'What is typed',
      formBorderColor: 'Border',
      inputColor: 'Focus and caret',
    },
  },
  {
    id: 'buttons',
    title: 'Pay button',
    about: 'Hovered and disabled are derived.',
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
    about: 'How it went.',
    members: { alertColor: 'Errors', successColor: 'Success' },
  },
  {
    id: 'phone',
    title: 'Phone',
    about: 'In place of the others, where there is one column.',
    members: {
      invoiceMobileBackgroundColor: 'Invoice background',
      invoiceMobileTextColor: 'Invoice text',
      mobileBackgroundColor: 'Form background',
      mobileTextColor: 'Form text',
      mobileTitleColor: 'Titles',
      mobileLabelColor: 'Labels',
      mobileAccentColor: 'Accent',
      mobileInputBackgroundColor: 'Field background',
      mobileInputTextColor: 'What is typed',
      mobileInputBorderColor: 'Field border',
      mobileButtonBackgroundColor: 'Button',
      mobileButtonTextColor: 'Button text',
      mobileIconTheme: 'Icons',
    },
  },
]

export const MEMBERS = GROUPS.flatMap(({ members }) => Object.keys(members) as Member[])

const titles = new Map(
  GROUPS.flatMap(({ title, members }) =>
    Object.entries(members).map(([member, label]) => [member, `${title}, ${label.toLowerCase()}`] as const),
  ),
)

/** What a member is called where nothing around it says of what it is. */
export const titleOf = (member: Member): string => titles.get(member) ?? member
