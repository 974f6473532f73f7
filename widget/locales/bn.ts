import type { Texts } from './texts.ts'

export const bn: Texts = {
  direction: 'ltr',
  frameTitle: 'কার্ডের তথ্য',
  missing: 'কার্ডের তথ্য পূরণ করুন',
  labels: { number: 'কার্ড নম্বর', expiry: 'মেয়াদ', code: 'CVV', name: 'কার্ডে থাকা নাম', postalCode: 'পোস্টাল কোড' },
  optional: '(ঐচ্ছিক)',
  expiryHint: 'MM / YY',
  help: { codeBack: '{name}: কার্ডের পেছনের ৩টি সংখ্যা', codeFront: '{name}: কার্ডের সামনের ৪টি সংখ্যা' },
  choice: { label: 'পেমেন্ট নেটওয়ার্ক', announcement: 'এই কার্ড দুটি নেটওয়ার্কে চলে। আপনি একটি বেছে নিতে পারেন।' },
  errors: {
    number: { missing: 'কার্ড নম্বর লিখুন', incomplete: 'পুরো কার্ড নম্বর লিখুন', wrong: 'কার্ড নম্বর মিলিয়ে দেখুন' },
    expiry: {
      missing: 'কার্ডের মেয়াদ লিখুন',
      incomplete: 'মাস ও বছর লিখুন',
      wrong: 'কার্ডের মেয়াদ মিলিয়ে দেখুন',
      past: 'এই কার্ডের মেয়াদ শেষ হয়েছে',
    },
    code: { missing: 'CVV লিখুন', incomplete: 'পুরো CVV লিখুন', wrong: 'CVV মিলিয়ে দেখুন' },
    name: { missing: 'কার্ডে থাকা নাম লিখুন', wrong: 'কার্ডে থাকা নাম মিলিয়ে দেখুন' },
    postalCode: { wrong: 'পোস্টাল কোড মিলিয়ে দেখুন' },
  },
  processing: 'প্রক্রিয়া চলছে',
  failures: {
    card_invalid: 'কার্ডের তথ্য মিলিয়ে দেখুন।',
    declined: 'কার্ড গ্রহণ হয়নি। অন্য কার্ড দিন।',
    network: 'সংযোগ নেই। আবার চেষ্টা করুন।',
    rate_limited: 'অনেক চেষ্টা হয়েছে। একটু অপেক্ষা করুন।',
    refused: 'এই ফর্ম এখনও কার্ড নেয় না।',
    unavailable: 'কাজটি হয়নি। আবার চেষ্টা করুন।',
  },
}
