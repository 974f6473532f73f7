import { endpoints } from '#contract/endpoints'
import type { App } from '../http/app.ts'
import { serve } from '../http/serve.ts'

/** Endpoints that stand in the contract and are not built: serve() answers 501 for them, to keys that could call them. */
export const unbuilt = (app: App): void => {
  for (const endpoint of endpoints) if (!endpoint.built) serve(app, endpoint, () => Promise.resolve({ errors: null }))
}
