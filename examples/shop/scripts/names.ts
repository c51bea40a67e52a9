import type { Country } from './places.ts';

export type NamePool = {
  weight: number;
  countries: readonly Country[];
  familyFirst?: true;
  /** Names in a script without Latin letters carry their spelling for the e-mail address after a slash. */
  given: readonly string[];
  family: readonly string[];
};

export const NAME_POOLS: readonly NamePool[] = [
  {
    weight: 30,
    countries: ['DE', 'DE', 'DE', 'AT'],
    given: [
      'Anna',
      'Jürgen',
      'Käthe',
      'Lukas',
      'Sophie',
      'Björn',
      'Marlene',
      'Jonas',
      'Ute',
      'Günther',
      'Lena',
      'Moritz',
      'Heike',
      'Tobias',
      'Franziska',
      'Emil',
    ],
    family: [
      'Müller',
      'Schäfer',
      'Weiß',
      'Köhler',
      'Brandt',
      'Vogt',
      'Lindner',
      'Krüger',
      'Groß',
      'Hofmann',
      'Böhm',
      'Seidel',
      'Jäger',
      'Winkler',
    ],
  },
  {
    weight: 12,
    countries: ['NL', 'NL', 'BE'],
    given: ['Sanne', 'Joris', 'Fenna', 'Daan', 'Maartje', 'Thijs', 'Noor', 'Bram', 'Zoë'],
    family: ['de Vries', 'Bakker', 'van den Berg', 'Visser', 'Smit', 'Mulder', 'Hoekstra', 'Wouters'],
  },
  {
    weight: 14,
    countries: ['FR', 'FR', 'BE'],
    given: ['Chloé', 'Étienne', 'Margaux', 'Théo', 'Hélène', 'Gaël', 'Inès', 'Benoît', 'Maëlle', 'François'],
    family: ['Lefèvre', 'Moreau', 'Garnier', 'Béranger', 'Chevalier', 'Rousseau', 'Perrin', 'Guérin'],
  },
  {
    weight: 13,
    countries: ['PL', 'PL', 'PL', 'DE'],
    given: ['Łukasz', 'Małgorzata', 'Paweł', 'Agnieszka', 'Jędrzej', 'Zofia', 'Wojciech', 'Kasia'],
    family: ['Nowak', 'Wójcik', 'Kowalczyk', 'Woźniak', 'Mazur', 'Krawczyk', 'Zając', 'Wróbel'],
  },
  {
    weight: 8,
    countries: ['DK'],
    given: ['Søren', 'Freja', 'Åse', 'Mads', 'Signe', 'Bjørk', 'Jørgen', 'Ida'],
    family: ['Nielsen', 'Kjær', 'Østergaard', 'Holm', 'Sørensen', 'Bæk', 'Lund'],
  },
  {
    weight: 7,
    countries: ['ES'],
    given: ['Lucía', 'Íñigo', 'Begoña', 'Martín', 'Núria', 'Álvaro', 'Inés'],
    family: ['Muñoz', 'García', 'Ibáñez', 'Peña', 'Rodríguez', 'Ferrer', 'Castaño'],
  },
  {
    weight: 5,
    countries: ['CZ'],
    given: ['Tereza', 'Kateřina', 'Zdeňka', 'Lucie', 'Markéta', 'Božena'],
    family: ['Nováková', 'Dvořáková', 'Šťastná', 'Černá', 'Procházková'],
  },
  {
    weight: 4,
    countries: ['GR'],
    given: ['Ελένη/eleni', 'Μαρία/maria', 'Κατερίνα/katerina', 'Σοφία/sofia', 'Δήμητρα/dimitra'],
    family: ['Παπαδοπούλου/papadopoulou', 'Νικολάου/nikolaou', 'Γεωργίου/georgiou', 'Ιωάννου/ioannou'],
  },
  {
    weight: 5,
    countries: ['DE', 'NL', 'AT'],
    given: ['Ayşe', 'Emre', 'Gülşen', 'Çağla', 'Ömer', 'İpek', 'Onur'],
    family: ['Yılmaz', 'Öztürk', 'Şahin', 'Demir', 'Çelik', 'Aydın'],
  },
  {
    weight: 4,
    countries: ['DE', 'PL', 'CZ'],
    given: ['Олена/olena', 'Андрій/andrii', 'Юлія/yuliia', 'Тарас/taras', 'Ірина/iryna'],
    family: ['Шевченко/shevchenko', 'Коваленко/kovalenko', 'Бондар/bondar', 'Мельник/melnyk'],
  },
  {
    weight: 4,
    countries: ['FR', 'CZ', 'DE'],
    familyFirst: true,
    given: ['Thị Hà', 'Minh Đức', 'Thu Trang', 'Quốc Bảo', 'Ngọc Ánh'],
    family: ['Nguyễn', 'Trần', 'Phạm', 'Đặng', 'Vũ'],
  },
  {
    weight: 2,
    countries: ['DE', 'NL'],
    familyFirst: true,
    given: ['花子/hanako', '健太/kenta', '美咲/misaki', '翔/sho'],
    family: ['山田/yamada', '佐藤/sato', '高橋/takahashi', '渡辺/watanabe'],
  },
  {
    weight: 3,
    countries: ['FR', 'BE', 'DE'],
    given: ['ليلى/layla', 'يوسف/yusuf', 'سارة/sara', 'عمر/omar'],
    family: ['حداد/haddad', 'منصور/mansour', 'النجار/alnajjar', 'خوري/khoury'],
  },
  {
    weight: 4,
    countries: ['NL', 'BE', 'DE'],
    given: ['Aoife', 'Seán', 'Niamh', 'Oisín', 'Róisín', 'Cillian'],
    family: ["O'Brien", 'Ó Súilleabháin', 'Byrne', 'Nic Gearailt', 'Doyle'],
  },
];

/** A business is named after its trade and its owner; % stands for the family name. */
export const TRADES: readonly { company: string; buys: readonly string[] }[] = [
  { company: 'Café %', buys: ['coffee-tea', 'candles-lighting'] },
  { company: '% Marmelade & Co.', buys: ['preserving'] },
  { company: '% Joinery', buys: ['fasteners', 'paint-finishes'] },
  { company: 'Nursery %', buys: ['pots-planters', 'seeds-bulbs'] },
  { company: 'Studio %', buys: ['notebooks-paper', 'paint-finishes'] },
  { company: '% Catering', buys: ['preserving', 'coffee-tea'] },
  { company: 'Guesthouse %', buys: ['candles-lighting', 'coffee-tea'] },
  { company: '% & Daughters, Restoration', buys: ['fasteners', 'paint-finishes'] },
];
