import type { Texts } from './texts.ts'

export const ka: Texts = {
  direction: 'ltr',
  frameTitle: 'ბარათის მონაცემები',
  missing: 'შეავსეთ ბარათის მონაცემები',
  labels: { number: 'ბარათის ნომერი', expiry: 'ვადა', code: 'CVV', name: 'მფლობელის სახელი', postalCode: 'ინდექსი' },
  optional: '(თუ გსურთ)',
  expiryHint: 'თთ / წწ',
  help: { codeBack: '{name}: 3 ციფრი ბარათის უკანა მხარეს', codeFront: '{name}: 4 ციფრი ბარათის წინა მხარეს' },
  choice: { label: 'გადახდის ქსელი', announcement: 'ეს ბარათი ორ ქსელში მუშაობს. შეგიძლიათ აირჩიოთ ერთი.' },
  errors: {
    number: {
      missing: 'შეიყვანეთ ბარათის ნომერი',
      incomplete: 'შეიყვანეთ ბარათის სრული ნომერი',
      wrong: 'შეამოწმეთ ბარათის ნომერი',
    },
    expiry: {
      missing: 'შეიყვანეთ მოქმედების ვადა',
      incomplete: 'შეიყვანეთ თვე და წელი',
      wrong: 'შეამოწმეთ მოქმედების ვადა',
      past: 'ბარათს ვადა გაუვიდა',
    },
    code: { missing: 'შეიყვანეთ CVV', incomplete: 'შეიყვანეთ სრული CVV', wrong: 'შეამოწმეთ CVV' },
    name: { missing: 'შეიყვანეთ მფლობელის სახელი', wrong: 'შეამოწმეთ მფლობელის სახელი' },
    postalCode: { wrong: 'შეამოწმეთ ინდექსი' },
  },
  processing: 'მუშავდება',
  failures: {
    card_invalid: 'შეამოწმეთ ბარათის მონაცემები.',
    declined: 'ბარათი უარყოფილია. სცადეთ სხვა.',
    network: 'კავშირი არ არის. სცადეთ ხელახლა.',
    rate_limited: 'ბევრი მცდელობაა. მოიცადეთ 1 წუთი.',
    refused: 'ეს ფორმა ჯერ არ იღებს ბარათებს.',
    unavailable: 'ვერ მოხერხდა. სცადეთ ხელახლა.',
  },
}
