import type { CodeBlock } from '../../../worker/cli/docs/markdown.ts'
import { embeddedCheckout, hostedCheckout } from './pages/checkout.ts'
import { keysAndBackup } from './pages/keysAndBackup.ts'
import { plain } from './pages/plain.ts'
import { start } from './pages/start.ts'
import type { Step } from './step.ts'

/** By page. */
export const companions: Readonly<Record<string, readonly Step[]>> = {
  'docs/start.md': start,
  'docs/guides/embedded-checkout.md': embeddedCheckout,
  'docs/guides/hosted-checkout.md': hostedCheckout,
  'docs/operations/keys-and-backup.md': keysAndBackup,
  'docs/guides/plain.md': plain,
}

/** The steps of a person after a block. */
export const stepsAfter = (page: string, { code }: CodeBlock): Step['act'][] =>
  (companions[page] ?? []).filter(({ after }) => code.includes(after)).map(({ act }) => act)
