import type { TemplateResult } from 'lit'
import type { FormConsent } from '#contract/checkouts/form'
import * as parts from './consentParts.ts'
import type { FormContext } from './formContext.ts'
import { loadPart } from './loadPart.ts'

/** Renders the consents of a form. */
export type ConsentBoxes = (context: FormContext, consents: readonly FormConsent[]) => TemplateResult[]

/** Loads the script of consents. */
export const loadConsents = async (script: string): Promise<ConsentBoxes> => {
  const { consentBoxes } = await loadPart<typeof import('./consentBoxes.ts')>(script)
  return consentBoxes(parts)
}
