import type { Environment } from './env.ts'

/** A mail with the same text as HTML and as plain text. */
export interface Mail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** Sends a mail in a merchant's name. Returns false if it could not be sent. */
export interface Mailer {
  send(
    mail: Mail,
    to: string,
    merchant: { readonly name: string; readonly supportEmail: string | null },
  ): Promise<boolean>
}

/** Sends mail by Cloudflare's email binding from the operator's onboarded address. Null if either is missing. */
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
            // The payment is not affected. The checkout page shows that no receipt was sent.
            return false
          }
        },
      }
