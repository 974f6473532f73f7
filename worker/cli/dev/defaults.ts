import { inRepository } from '../repository.ts'

/** Default folders, files and ports of `npm run dev`. */
export const defaults = {
  config: inRepository('wrangler.jsonc'),
  state: inRepository('.wrangler/state'),
  envFile: inRepository('.dev.vars'),
  gatewayPort: 8787,
  shopPort: 8788,
  docsPort: 8789,
  nmiPort: 8791,
  liveShopPort: 8792,
}
