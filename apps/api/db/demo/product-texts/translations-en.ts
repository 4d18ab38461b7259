import { parseTranslations } from './product-text.ts';

/** Name and description of each text, in the order of the Portuguese ones. */
export const english = {
  bakery: parseTranslations(`
    Late afternoon basket | Sourdough bread, croissants and the odd pastry that never left the window.
    Bread from the last batch | Out of the oven at four and still crackling. Three or four loaves, whatever the afternoon left.
    Croissants of the day | Four to six croissants, plain or filled. Ten minutes in the oven and it is morning again.
    Bread for toast | Yesterday’s bread is tomorrow’s toast. We slice it on the spot, if you like.
    Crusty rolls by the dozen | Twelve bread rolls, maybe thirteen. They freeze well and your lunch says thank you.
    Cornbread and rye | A corn loaf, a dark loaf and whatever else is on the back shelf.
    Savouries from the window | Rissoles, croquettes and small pies of the day. How many varies, fried today for sure.
    Bread with chouriço sausage | Two or three, still warm if you come early. The oven closes at seven, the smell does not.
    End-of-day puff pastries | Puff pastry with cheese, vegetables or apple. We cannot say which is best, take several.
    Last-minute sandwiches | Two sandwiches from the window, made at noon with the morning’s bread. Dinner sorted.
    Focaccia and olive oil bread | Rosemary, coarse salt and good olive oil. We cut squares and fill the bag.
    Sweet braided bread | Braided, sugar on top, even better with butter. The first to come gets the end piece.
    Bagels and bread rings | Six pieces: bagels, rings and pretzels. Seeds all over the place.
    Pies from the window | Chicken, vegetable, game when there is some. Four to a box, pastry made here.
    From the bakery in aisle 3 | What our oven baked today and the shelf will not sell tomorrow: bread, cakes and milk rolls.
    Mafra bread and company | A whole Mafra loaf with two small ones to keep it company. A crust you can hear.
    Empty oven, full bag | We turned off the oven and gathered what was left: bread, pastries, a slice of cake for the road.
    Afternoon Madeira flatbread | With garlic butter, wrapped in paper. Four pieces, and your hands will smell good.
  `),
  meals: parseTranslations(`
    Lunch that became dinner | The dish of the day at noon, just as good in the evening. A full portion, with soup if there is any.
    Dish of the day, second round | Meat or fish, the kitchen decides. Five minutes to warm up and nobody will notice.
    The last slices of pizza | Four mixed slices from the wood oven. If one has anchovies, you are in luck, or you swap it.
    A whole pizza, no choosing | The last dough of the day with whatever the counter offers. Piping hot at pickup.
    Chicken left on the spit | Half a chicken, rice and potatoes. Piri-piri on the side, for the brave.
    House rice | Duck, tomato or seafood: it depends on the pot. Bring an appetite and a small pan.
    Surprise lunchbox | A full meal in a box for the microwave. Lid closed until you are home.
    Curry from the big pot | Chicken or prawns, coconut milk and fluffy rice. A little spicy, just enough.
    Fresh pasta of the day | Rolled this morning, with the sauce still on the stove. Plenty of parmesan.
    Burger without the queue | Brioche bun, local beef and hand-cut fries. The kitchen closes, you have dinner.
    End-of-shift tacos | Three tacos and a small burrito with the filling left from the evening. Napkins included.
    Noodles from the wok | Stir-fried to order with the vegetables already cut. Chopsticks in the bag.
    Soup and a half | A litre of soup and half a sandwich. For those who come home late and want no pots.
    Buffet closed, box open | You bring the appetite, we bring the box: hot, cold and salads from the lunch buffet.
    Steak and egg after hours | Steak with an egg on top, rice and fries. Sauce until you say stop.
    Salt cod from the pot | With eggs and fries, with cream or with carrot. Shredded by us, finished by you.
    Nibbles for two | Beef bites, olives, cheese and bread. Only the company is missing.
    Hot dog and crisps | Two hot dogs from the warmer and a bag of crisps. The road gets shorter.
    Mixed grill | Pork belly, steaks and fresh sausage, with bean rice. Over charcoal, of course.
    Dinner from the counter | From our ready meals: a main course, a side dish and bread.
  `),
  groceries: parseTranslations(`
    Fresh picks of the week | Two to three kilos of fruit and vegetables that tomorrow’s lorry will replace.
    Ripe fruit, now | Just right today, jam tomorrow. A full bag and a kitchen that smells of summer.
    Vegetables for soup | Carrot, turnip greens, potato and whatever the pot asks for. You peel, we have washed.
    Vegetable garden basket | Picked this morning just outside Lisbon, soil and all. What was not sold is yours.
    Short-dated pantry | Pasta, tins and biscuits close to their date. All sealed, all good.
    Cheese and cured meats from the counter | Ends, last pieces and extra slices. Those who know say they are the best.
    From the chilled shelf | Yoghurt, milk, fresh cheese and butter two or three days before the date.
    Ugly but good | Crooked peppers, freckled apples, two-legged carrots. Inside they are all the same.
    Today’s greens | Washed salads, herbs and sprouts that only last until tomorrow. Dress and serve.
    Tropical, to eat now | Mango, pineapple and kiwi at their best. Tomorrow they are past it.
    Eggs, butter and bread | The basics for tomorrow morning, and a treat from the house.
    Last call at the butcher’s | Cuts of the day to grill tonight or freeze right away. About a kilo.
    Citrus by the kilo | Algarve oranges and garden lemons. Three kilos, juice for the week.
    Berries | Strawberries, blueberries and cherries that will not last the weekend. Will you?
    Neighbourhood basket | A little from each aisle: fruit, bread, dairy and a surprise for the pantry.
    Tomorrow’s salad | Oxheart tomatoes, cucumber, onion and olives. All it needs is your olive oil.
    Petrol station shop | Juices, snacks and fruit that change shift tonight. Good for the glove box.
    Melon, watermelon and luck | One big piece and two small ones, picked by touch. We promise they sing.
  `),
  sweets: parseTranslations(`
    Half a dozen custard tarts | Six pastéis de nata of the day, cinnamon on the side. The pastry still crackles, promise.
    Slices of today’s cakes | Four different slices left from the whole cakes. Nobody shares them at home.
    Sweets from the window | Eight miniatures from the window, as luck has it: brigadeiros, tartlets, mille-feuilles.
    Grandma’s muffins | Carrot, orange, walnut. Fluffy today, better dipped in milk tomorrow.
    House puddings | Egg pudding, custard cream or mousse: three bowls from the dessert fridge.
    Broken biscuits | Half a kilo of biscuits that broke on the tray. The taste stayed whole.
    Afternoon doughnuts | Six, glazed and plain. The house takes responsibility for the coloured sprinkles.
    The cake nobody sang to | An order nobody picked up. A whole cake, candles are on you.
    Assorted convent sweets | Egg-yolk and almond sweets from old convent recipes. Six pieces and no remorse.
    Chocolate by weight | Broken bars, crooked truffles and chocolates without a box. Two hundred grams, give or take.
    Half a litre of ice cream | Three flavours, as the scoop decides. Bring a cool bag or run.
    Dessert table | From the restaurant’s trolley: cakes, sliced fruit and spoon desserts for two.
    Fruit tart, last slice | Two big slices of today’s tart: apple, peach or berries.
    Sintra cheese tarts and almond puffs | A recipe from the hills, baked this morning. Five pieces, sugared on the spot.
    Berliners without the beach | With custard cream, as it should be. Four, and no sand.
    Box for the sweet tooth | One of each: a dry cake, a cream cake, a biscuit and a savoury for balance.
    Rice pudding and custard cream | Two portions of each, with cinnamon patterns and sugar ready to burn. Made this morning.
    End-of-shift tiramisu | Two boxes of tiramisu made this morning, and a panna cotta if the night was slow.
  `),
  sushi: parseTranslations(`
    Chef’s surprise box | Sixteen to twenty pieces, the ones the chef would make for himself at closing time.
    Late-night rolls | Uramaki and hosomaki cut moments ago. Soy sauce and ginger are in the bag.
    Lunch bento | The midday box: rice, fish, vegetables and a sweet little corner.
    Nigiri of the day | Ten nigiri with the fish from today’s market. Eat it right away, no excuses.
    Twice the hot rolls | Fried outside, creamy inside. Twelve pieces in a hurry to leave.
    Onigiri for the road | Three rice triangles with salmon, tuna or plum. One hand free for the umbrella.
    House poke bowl | A big bowl with fish cut today, rice, avocado and anything that crunches.
    Sixteen pieces, zero plans | Sushi and sashimi mixed. You arrive, we close the box.
    Gyoza and ramen | Six gyoza and a broth that simmered all day. Noodles apart, so they do not go soft.
    Sushi without fish | Avocado, cucumber, mango and tofu. Fourteen pieces even the cat respects.
    Prawn tempura | Six prawns, crunchy vegetables and rice. Crisp if you come in the first half hour.
    Catch of the tide platter | Twenty-four pieces for two, or for one with an appetite. What the tide left.
    Last-minute temaki | Three cones rolled at pickup, with the rice still warm.
    Sushi from the chilled counter | One or two boxes made this morning in our kitchen. Today’s date, today’s taste.
    Skewers and green tea | Yakitori, oden and a rice sweet. Hot tea while we wrap it.
  `),
  vegetarian: parseTranslations(`
    Salad from the counter | A big box with all that was left in the trays: leaves, chickpeas, roasted vegetables.
    Green bowl | Quinoa, broccoli, avocado and lemon dressing. Colourful outside, honest inside.
    Falafel and hummus | Eight falafels, flatbread and hummus scraped to the bottom of the bowl.
    Quiche and leaves | Two slices of today’s quiche and salad. We make the pastry, you bring the hunger.
    Chickpea curry | Chickpeas, spinach and coconut milk on basmati rice. Even better the day after.
    Soup by the litre | Two litres of today’s vegetable soup. Freeze, heat, repeat.
    Garden wrap | Two wraps with grilled vegetables and fresh cheese. Wrapped to eat on the move.
    Aubergine lasagne | A generous portion from the lunch tray. The toasted corners go to whoever comes first.
    Avocado toast | Two toasts made on the spot with today’s bread and avocados that cannot wait.
    Cut fruit and juices | Three cups of sliced fruit and a juice pressed this morning. Fresh until nine.
    Vegan menu of the day | Soup, main course and dessert with nothing that ever had a mother. New every day.
    Oven-roasted vegetables | Tray of the day: sweet potato, aubergine, pepper and onion, with herbs and garlic.
    Bean stew without meat | Beans, cabbage and mushrooms in a sauce that asks for bread. Two portions, if you are modest.
    Butter-free basket | Bread, biscuits and a vegan cake from the morning batch. Nobody will notice.
    Pasta with pesto | Pesto beaten this morning, pasta cooked now. Pine nuts counted, cheese not at all.
    Late margherita | A whole tomato and mozzarella pizza, the last before the oven goes out.
    Small mezze plates | Olives, smoked aubergine, cucumber and bread. To nibble slowly on the balcony.
  `),
  breakfast: parseTranslations(`
    Hotel breakfast | From the buffet that closes at eleven: bread, cheese, fruit and a pancake or two.
    Mid-morning pancakes | Four pancakes, honey and fruit. The batter will not last till lunch, you might.
    Sandwich and something sweet | A house sandwich, a cake and a juice. The snack of somebody who did not come.
    Eleven o’clock buffet | Scrambled eggs, cured meats, bread and fruit. We fill the box when the room empties.
    Leftover brunch | The weekend menu in a box: eggs, toast, yoghurt and fruit.
    Toast and jam | Sliced Alentejo bread, butter and two small jars of jam.
    Granola, yoghurt and fruit | Two cups made this morning, with our own granola. Stir and eat.
    Ham and cheese croissant and juice | Two ham and cheese croissants and orange juice. The classic, mid-morning or mid-afternoon.
    For the train | A sandwich, fruit and something sweet, in a bag that fits on your lap.
    Warm bread and butter | The second batch came out too big. Four warm rolls and the butter.
    Late morning waffles | Three waffles and the toppings that were left: honey, fruit, chocolate.
    Morning on the road | Coffee, croissant and fruit for those with a road ahead or a plane to catch. Ready in two minutes.
    Farm eggs | Eggs, rye bread and ripe tomato: done at home in three minutes.
    Five o’clock tea basket | Scones, jam, mini sandwiches and a pot to spare. Bring somebody along.
    First coffee, last cake | Yesterday’s cakes that still deserve today’s coffee. Three or four, as luck has it.
  `),
} as const;

/** In the order of `closings`. */
export const englishClosings = [
  '',
  'Every bag is different.',
  'Bring a bag and we save one.',
  'If you have allergies, ask before buying.',
  'Show the PIN at the counter and that is it.',
  '',
  'We do not promise what, we promise it is good.',
  'What is not sold today is not sold tomorrow.',
  'We keep it for you until the last minute.',
  'It waits for you by the till.',
  '',
  'There is always one thing more than it says here.',
  'Fits in a backpack.',
  'To eat today or freeze right away.',
  'Knock if the window is dark.',
  '',
  'Enough for two, if they are friends.',
] as const;
