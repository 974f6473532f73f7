import { registerHooks } from 'node:module'

// npm installs some generators beside TypeScript 7, which has no JavaScript API: they run on the version of this workspace.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
