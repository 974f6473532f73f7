/** A merchant who reads one page: pages must not share payments, events and a test clock. */
export { takeSandbox as createMerchant, type Sandbox as Merchant } from '../../support/sandboxes.ts'
