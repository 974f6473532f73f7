import { page, type Routes } from '../shop/response.ts'
import { missingPage } from '../shop/pages/receipt.ts'
import { policyFor } from '../shop/policy.ts'
import type { Mailbox } from './mailbox.ts'
import { mailPage, mailPolicy } from './page.ts'

/** `/mail`, `/mail/{id}`, and `/mail/{id}/html` with the email's own HTML. */
export const mailRoutes = (mailbox: Mailbox): Routes => ({
  'GET /mail': async ({ url }) => {
    const [, , id, form] = url.pathname.split('/')
    const mail = id ? await mailbox.find(id) : undefined
    if (id && !mail) return page(missingPage(), 404)
    if (mail && form === 'html') return page(mail.html, 200, { 'content-security-policy': mailPolicy })
    const policy = policyFor("'self'", "'self'")
    return page(mailPage(await mailbox.list(), mail), 200, { 'content-security-policy': policy })
  },
})
