/** Texts of the pages on which a person gets a passkey or a session. */
export const joiningTexts = {
  invitation: {
    title: (account: string) => `Join ${account}`,
    intro: (email: string, role: string) => `${email} is invited as ${role}.`,
    name: 'Your name',
    nameMissing: 'Enter your name.',
    submit: 'Create a passkey',
    note: 'A passkey is kept by your device or password manager. You use it with your finger, face or PIN. There is no password.',
    withoutSecret: 'This link is incomplete. Open it again from the message in which you received it.',
  },
  recovery: {
    title: 'Recover your access',
    intro: 'Enter the recovery code that you kept when you joined. Your old passkeys and all sessions end.',
    code: 'Recovery code',
    codeInvalid: 'A recovery code has five groups, such as 00-4f9Kq2-… Check it and try again.',
    submit: 'Create a new passkey',
  },
  access: {
    title: 'Sign in with Cloudflare Access',
    waiting: 'Signing you in…',
    choose: 'You belong to more than one account. Choose one.',
    passkey: 'Sign in with a passkey instead',
  },
  done: {
    title: 'Keep your recovery code',
    intro: 'It is the only way back if you lose your passkey. It works once, and is shown only now.',
    copy: 'Copy',
    copied: 'Copied',
    continue: 'Open the console',
  },
  waiting: 'Waiting for your passkey…',
  back: 'Go to sign-in',
} as const
