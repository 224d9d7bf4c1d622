"""The rules that this system cites, by their numbers, with short titles of our own.

R rows follow the requirement, P rows the public procedure, G rows are rulings, 2.x and 6.x the
sequence and the set-ups. Every rule here is played by an example; RULES.md tells what is covered.
"""

from domain.refusals import Rule

# --- the requirement: terms -----------------------------------------------------------------

R_01_FORWARD = Rule("R-01", "a forward weapon fires into three rows ahead")
R_01A_HEAD_ON = Rule("R-01a", "a target straight ahead is easier to hit by 10")
R_01B_SAME_HEX = Rule("R-01b", "in one hex, who entered may fire ahead, who was entered perhaps")
R_02_MOVING_PLAYER = Rule("R-02", "torpedoes and assault rockets are for the moving player only")
R_03_DIFFUSION = Rule("R-03", "beams lose 5% a hex")
R_04_SUPPLY = Rule("R-04", "each shot or drop of a limited supply is marked off")
R_05_RANGE = Rule("R-05", "no further than the weapon's range")
R_06_HULL_DICE = Rule("R-06", "hull dice and constant come off the hull points")
R_07_DTM = Rule("R-07", "the damage table modifier is added to the damage roll")

# --- the requirement: weapons ---------------------------------------------------------------

R_10_LASER_CANNON = Rule("R-10", "laser cannon: ahead, range 10, 2d10")
R_11_LASER_BATTERY = Rule("R-11", "laser battery: all round, range 9, 1d10")
R_12_TORPEDO = Rule("R-12", "torpedo: all round, range 4, 4d10, without diffusion")
R_13_ASSAULT_ROCKETS = Rule("R-13", "assault rockets: ahead, range 4, 2d10+4")
R_14_ROCKET_BATTERY = Rule("R-14", "rocket battery: all round, range 3, 2d10, one salvo a phase")
R_15_PROTON = Rule("R-15", "proton beam battery: all round, range 12, 1d10")
R_16_ELECTRON = Rule("R-16", "electron beam battery: all round, range 12, 1d10")
R_17_DISRUPTOR = Rule("R-17", "disruptor beam cannon: ahead, range 9, 3d10, on large ships")

# --- the requirement: mines -----------------------------------------------------------------

R_20_BEFORE_THE_GAME = Rule("R-20", "the defending side may lay mines before the game")
R_21_IN_PLAY = Rule("R-21", "a minelayer drops mines where it stands or passes")
R_22_SECRECY = Rule("R-22", "where mines lie is recorded in secret")
R_23_ONE_PATTERN = Rule("R-23", "one pattern a hex and side")
R_24_TRIGGER = Rule("R-24", "an enemy ship that enters triggers the mines")
R_25_TIME = Rule("R-25", "mines go off after all movement")
R_26_ALL_ATTACKED = Rule("R-26", "each enemy that entered is attacked once by each pattern")
R_27_MINE_ATTACK = Rule("R-27", "mines hit at 60, a stasis screen at 80")
R_28_DOUBLE = Rule("R-28", "the double row doubles dice and constant")
R_29_CLEARED = Rule("R-29", "after the explosion the hex is clear")
R_29A_OWN_HEX = Rule("R-29a", "mines reach their own hex alone")

# --- the requirement: seekers ---------------------------------------------------------------

R_30_PLACEMENT = Rule("R-30", "seekers are placed before the game or dropped at any time")
R_31_INERT = Rule("R-31", "until it is activated a seeker does nothing")
R_32_ACTIVATION = Rule("R-32", "its owner activates it as his movement phase begins")
R_33_FIRST_MOVE = Rule("R-33", "at once it moves two hexes towards the closest ship")
R_34_ACCELERATION = Rule("R-34", "2, 4, 6, 8, 10 and 12 hexes")
R_35_LAST_MOVE = Rule("R-35", "after its sixth move it explodes, whatever is there")
R_36_CLOSEST = Rule("R-36", "the closest ship of any side is its target")
R_37_TIE = Rule("R-37", "a die decides between ships equally close")
R_38_RETARGET = Rule("R-38", "it chooses anew at each of its turns")
R_39_FACING = Rule("R-39", "three turns before it moves, then one a hex")
R_40_CONTACT = Rule("R-40", "it explodes as soon as a ship is in its hex")
R_41_LARGEST = Rule("R-41", "it attacks the largest ship in the hex")
R_42_SEEKER_ATTACK = Rule("R-42", "seekers hit at 75, a stasis screen at 90")
R_43_SPENT = Rule("R-43", "one explosion, and it is gone")
R_44_NO_ATTRACTION = Rule("R-44", "stations and bodies attract no seeker")
R_45_NO_SHIP = Rule("R-45", "without any ship it stays, and its time runs out")

# --- movement -------------------------------------------------------------------------------

P_01_SPEED = Rule("P-01", "speed changes by ADF at most")
P_02_STOPPING = Rule("P-02", "to stop, the speed must not exceed the ADF")
P_03_TURNING = Rule("P-03", "one hexside a hex entered, MR hexsides in all")
P_04_ROTATION = Rule("P-04", "at rest any facing is free, with MR")
P_05_STACKING = Rule("P-05", "any number of ships share a hex")
P_06_PLANET = Rule("P-06", "a planet is no place to fly into")
P_07_HEAD_ON_GRAVITY = Rule("P-07", "a planet straight ahead in the next hex is death")
P_08_GRAVITY = Rule("P-08", "passing a planet turns the ship by a hexside")
P_09_ORBIT = Rule("P-09", "in orbit a ship moves a hex a turn")
P_10_LEAVING_ORBIT = Rule("P-10", "who leaves orbit announces it, and faces anywhere")
P_11_DRIFT = Rule("P-11", "without ADF and MR a ship drifts")
P_12_HALF_DRIFT = Rule("P-12", "without ADF it keeps its speed, without MR its facing")
P_13_NAVIGATION = Rule("P-13", "with damaged navigation the die says where it turns")
P_14_BREAK_UP = Rule("P-14", "a ship damaged by more than half may break up")
P_15_DOCKING = Rule("P-15", "a ship docks where it ends within its ADF")
P_16_DOCKED = Rule("P-16", "a docked ship fires batteries alone")
P_17_HOST_LOSS = Rule("P-17", "who is docked suffers with the host")
P_18_MAP_EDGE = Rule("P-18", "the edge of the map")
P_19_LAUNCH = Rule("P-19", "a fighter starts from its host's hex")
P_20_REARM = Rule("P-20", "a complete turn in dock fills the rockets up")
P_21_LINE_OF_FIRE = Rule("P-21", "a planet blocks the line of fire")

# --- attacks --------------------------------------------------------------------------------

P_30_DECLARE = Rule("P-30", "all attacks are declared before any die")
P_31_WASTED = Rule("P-31", "shots at what is destroyed already are wasted")
P_32_TARGET_HEX = Rule("P-32", "defensive fire picks a hex of the target's path")
P_33_SHOOTER_HEX = Rule("P-33", "the mover fires from any hex of its path")
P_34_DEFENCE = Rule("P-34", "the best defence counts, unless a screen attracts")
P_35_MODIFIERS = Rule("P-35", "all modifiers are added up")
P_36_AUTOMATIC = Rule("P-36", "1 to 5 hits, 96 to 100 misses")
P_37_HIT = Rule("P-37", "a hit goes to the damage table")
P_38_EVASION = Rule("P-38", "fighters and scouts evade torpedoes, and pay in their next move")
P_39_ICM = Rule("P-39", "interceptor missiles are launched before the roll")
P_40_HALF = Rule("P-40", "starred cells halve the hull damage, rounded up")
P_41_OUT_OF_MASK = Rule("P-41", "lasers out of a mask suffer from it")

# --- screens --------------------------------------------------------------------------------

P_50_SWITCHING = Rule("P-50", "one screen at a time, switched before moving")
P_51_MASK = Rule("P-51", "a mask lasts while course and speed are kept")
P_52_ORBITING_MASK = Rule("P-52", "in orbit a mask lasts six steps")
P_53_STASIS = Rule("P-53", "a stasis screen attracts torpedoes, mines and seekers")

# --- damage and repair ----------------------------------------------------------------------

D_HULL = Rule("3.8-11", "hull rows take the weapon's dice, the first row twice")
D_ADF = Rule("3.8-46", "lost ADF")
D_MR = Rule("3.8-54", "lost MR")
D_WEAPON = Rule("3.8-61", "the first working weapon of the list is lost")
D_POWER = Rule("3.8-71", "a power short takes screens and interceptors")
D_DEFENCE = Rule("3.8-75", "the first working defence of the list is lost")
D_CONTROL = Rule("3.8-85", "combat control: 10 less on all its attacks")
D_NAVIGATION = Rule("3.8-92", "navigation is damaged")
D_FIRE = Rule("3.8-98", "a fire burns before each combat of its owner's turn")
D_DCR = Rule("3.8-106", "damage control is halved")
D_DISASTER = Rule("3.8-117", "a disastrous fire takes drive, control and damage control")
D_AGAIN = Rule("3.8-again", "what is damaged already, or not fitted, is hull instead")
P_60_WHEN = Rule("P-60", "repairs follow every third turn")
P_61_POINTS = Rule("P-61", "blocks within the damage control rating")
P_62_ROLL = Rule("P-62", "a roll within the block repairs; 99 and 100 lock")
P_63_SYSTEMS = Rule("P-63", "one block an item")
P_64_EFFECT = Rule("P-64", "what a repair restores")

# --- sequence, levels, set-ups --------------------------------------------------------------

S_2_1_SEQUENCE = Rule("2.1", "each thing in its phase of the turn")
S_2_2_WHO_FIRES = Rule("2.2", "each mount once a combat phase, also in others' turns")
S_2_3_TIMING = Rule("2.3", "damage on the way changes no plotted move")
S_2_4_BASIC = Rule("2.4", "the basic game: hits take hull points")
S_2_5_SECRETS = Rule("2.5", "the hidden and the absent answer alike")
S_6_5_CLOSE_ESCORT = Rule("6.5", "Close Escort")
S_6_6_THE_STAND = Rule("6.6", "The Stand")
