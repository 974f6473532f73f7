import type { Environment } from './env.ts'

/** A mail as it is drawn: the same words twice. */
export interface Mail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Sends a mail to somebody in a merchant's name; false where it could not be sent. */
export interface Mailer {
  send(
    mail: Mail,
    to: string,
    merchant: { readonly name: string; readonly supportEmail: string | null },
  ): Promise<boolean>
}

/** Cloudflare's email binding, from the address that the operator has onboarded; null where either is missing. */
export const createMailer = ({ email }: Pick<Environment, 'email'>): Mailer | null =>
  email === null
    ? null
    : {
        send: async ({ subject, html, text }, to, { name, supportEmail }) => {
          try {
            await email.binding.send({
              from: { email: email.from, name },
              to,
              subject,
              html,
              text,
              ...(supportEmail !== null && { replyTo: supportEmail }),
            })
            return true
          } catch {
            // The payment stands, and the checkout says that its receipt was not sent.
            return false
          }
        },
      }
