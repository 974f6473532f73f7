import { inRepository } from '../repository.ts'

/** Where `npm run dev` keeps its things and listens, when nothing else is asked for. */
export const defaults = {
  config: inRepository('wrangler.jsonc'),
  state: inRepository('.wrangler/state'),
  envFile: inRepository('.dev.vars'),
  gatewayPort: 8787,
  shopPort: 8788,
}
