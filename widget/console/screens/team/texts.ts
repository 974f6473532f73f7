import { shellTexts } from '../../shell/texts.ts'

/** Texts of the team's screen. */
export const teamTexts = {
  title: 'Team',
  intro: 'People who use this console. They are the same in test and live mode.',
  invite: 'Invite a colleague',
  you: 'You',
  members: {
    title: 'Members',
    columns: {
      name: 'Person',
      role: 'Role',
      refunds: 'Refunds',
      seen: 'Last seen',
      access: 'Sign-in',
      actions: 'Actions',
    },
    change: 'Change',
    remove: 'Remove',
    never: 'Not signed in',
  },
  /** Refund limits in words. */
  limits: {
    none: 'No refunds',
    any: 'Any amount',
    upTo: (amount: string) => `Up to ${amount} a payment`,
    owner: (amount: string) => `Up to ${amount} a payment, more with a passkey`,
  },
  invitations: {
    title: 'Open invitations',
    columns: { email: 'Email', role: 'Role', refunds: 'Refunds', expires: 'Link works until', actions: 'Actions' },
    withdraw: 'Withdraw',
    empty: 'No invitation is open. A link works once, within a day.',
    loading: 'Loading invitations',
  },
  sessions: {
    title: 'Signed-in browsers',
    intro: 'A session ends after 12 hours, or after an hour without use.',
    columns: { member: 'Person', browser: 'Browser', created: 'Signed in', seen: 'Last used', actions: 'Actions' },
    end: 'End',
    endOthers: 'End all other sessions',
    current: 'This browser',
    unknown: 'Former member',
    empty: 'Nobody is signed in.',
    loading: 'Loading sessions',
    ended: 'The session was ended.',
    allEnded: 'All other sessions were ended.',
  },
  more: 'Show more',
  loading: 'Loading members',
  empty: 'Nobody is in the team yet.',
  access: {
    role: 'Role',
    limit: 'May refund up to',
    limitHelp: (dollars: string, euros: string) =>
      `In the currency of each payment: ${dollars} of one in US dollars, ${euros} of one in euros. All refunds of a payment count together.`,
    limitHelpWithout: 'An amount such as 50. It counts in the currency of each payment, for all its refunds together.',
    ownerHelp: 'Owners confirm larger amounts with a passkey.',
    unlimited: 'Without a limit',
    limitMissing: 'Enter an amount such as 50 or 49.90, or allow refunds without a limit.',
  },
  inviteDialog: {
    title: 'Invite a colleague',
    email: 'Email',
    emailHelp: 'It shows you whom the link is for. Nothing is sent to it.',
    emailMissing: 'Enter an email address such as grace@example.com.',
    submit: 'Make a link',
    sending: 'Making the link…',
    cancel: 'Cancel',
    close: 'Close',
    made: {
      title: 'Send this link',
      intro: (email: string) => `It lets ${email} in. It works once, within a day, and is shown only now.`,
      link: 'Link',
      copyLink: 'Copy link',
      mail: 'Email text',
      copyMail: 'Copy email text',
      write: 'Write an email',
      done: 'Done',
      copied: 'Copied.',
      copyFailed: 'The browser did not copy. Select the text and copy it.',
      subject: (account: string) => `Your access to ${account}`,
      body: (account: string, role: string, link: string, until: string) =>
        [
          'Hello,',
          `you are invited to the payments console of ${account}, as ${role}.`,
          `Open this link on the device that you work with. It works once, until ${until}:`,
          link,
          'You will create a passkey, with your finger, face or PIN. There is no password.',
        ].join('\n\n'),
    },
    unknown:
      'The invitation may have been made. If it is in the list of open invitations, withdraw it and make a new one.',
  },
  changeDialog: {
    title: (name: string) => `Change ${name}`,
    submit: 'Save',
    sending: 'Saving…',
    cancel: 'Cancel',
    close: 'Close',
    done: (name: string) => `${name} was changed.`,
    self: 'This is your own role. Without the role of an owner you cannot change it back.',
  },
  questions: {
    cancel: 'Cancel',
    sending: 'One moment…',
    remove: {
      title: (name: string) => `Remove ${name}?`,
      text: (name: string) =>
        `${name} is signed out everywhere at once and cannot sign in again. What ${name} did stays in the audit log.`,
      self: 'You are signed out everywhere at once and cannot sign in again. What you did stays in the audit log.',
      action: 'Remove',
      done: (name: string) => `${name} was removed.`,
    },
    withdraw: {
      title: 'Withdraw the invitation?',
      text: (email: string) => `The link for ${email} stops working.`,
      action: 'Withdraw',
      done: 'The invitation was withdrawn.',
    },
    endAll: {
      title: 'End all other sessions?',
      text: 'Everybody is signed out at once, except for this browser. They sign in again with their passkeys.',
      action: 'End sessions',
    },
  },
  roles: shellTexts.account.roles,
  /** In the email: `as support`. */
  rolesInText: { viewer: 'a viewer', support: 'support', developer: 'a developer', owner: 'an owner' } as Readonly<
    Record<string, string>
  >,
} as const
