export { bindings } from '#runtime'
export type { TestBindings } from './runtime/runtime.ts'
